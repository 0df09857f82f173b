package org.c4igateway.core.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.c4igateway.core.transport.EndpointMismatch.Cause;
import org.junit.jupiter.api.Test;

class EndpointMismatchTest {
    private static final Cause RELIABILITY = new Cause("RELIABILITY", "best effort", "reliable");
    private static final Cause TYPE = new Cause("TYPE", "A", "B");

    @Test
    void saysWhoDoesNotHearWhomAndWhy() {
        assertThat(new EndpointMismatch("K101", true, "BRAVO", List.of(RELIABILITY, TYPE)).text())
                .isEqualTo("K101 from here to BRAVO: RELIABILITY: offered best effort, requested reliable;"
                        + " TYPE: offered A, requested B");
        assertThat(new EndpointMismatch("K101", false, "BRAVO", List.of(TYPE)).text())
                .isEqualTo("K101 to here from BRAVO: TYPE: offered A, requested B");
    }

    @Test
    void hasACause() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EndpointMismatch("K101", true, "BRAVO", List.of()))
                .withMessageContaining("K101");
    }

    @Test
    void saysWhyAPeerIsAbsent() {
        assertThat(new PeerAbsence(PeerAbsence.Reason.NO_ANSWER, "host:1").text())
                .startsWith("host:1 does not answer");
        assertThat(new PeerAbsence(PeerAbsence.Reason.NOT_MATCHED, "").text()).startsWith("it has announced itself");
    }
}
