package org.c4igateway.dbbridge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dbbridge.node.path.JoinedNewcomer;
import org.c4igateway.dbbridge.node.path.NodePath;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which destinations an open path takes over as it is; BRAVO has joined over DDS. */
class DestinationReloadTest {
    private static final Map<String, String> FILE = Map.of(
            "c4i.system",
            "ALPHA",
            "c4i.database.url",
            "jdbc:postgresql://127.0.0.1/unused",
            "c4i.database.username",
            "unused",
            "c4i.newcomers",
            "dds");

    private final NodePath path =
            new NodePath(PlanFixture.plan(PlanFixture.properties(FILE), List.of(new Named("jms"), new Named("dds"))));

    /** A transport that is open and takes newcomers. */
    private record Named(String name) implements TransportFactory {
        @Override
        public void check(Set<SystemName> peers, TopicCatalogue catalogue, Instant now) {
            // There is nothing to find out.
        }

        @Override
        public Transport open(TransportContext context) {
            throw new UnsupportedOperationException("no path is opened here");
        }

        @Override
        public boolean takesNewcomers() {
            return true;
        }
    }

    @BeforeEach
    void join() {
        JoinedNewcomer.join(path, new SystemName("BRAVO"), "dds");
    }

    @Test
    void takesANewDestinationAndANewcomerThatGoesTheSameWay() {
        assertThat(takes("CHARLIE", "(none)", "jms")).isTrue();
        assertThat(takes("BRAVO", "(none)", "dds")).isTrue();
    }

    /** Its rows would go on over the transport by which it joined. */
    @Test
    void leavesANewcomerThatIsEnteredByHandOverAnotherTransportToARenewal() {
        assertThat(takes("BRAVO", "(none)", "jms")).isFalse();
    }

    @Test
    void leavesADestinationThatIsReroutedOrTakenAwayOrHasNoOpenTransportToARenewal() {
        assertThat(takes("CHARLIE", "jms", "dds")).isFalse();
        assertThat(takes("CHARLIE", "jms", "(none)")).isFalse();
        assertThat(takes("CHARLIE", "(none)", "pigeons")).isFalse();
    }

    private boolean takes(String system, String before, String after) {
        return new DestinationReload(path).takes(new ConfigurationChange("c4i.destinations." + system, before, after));
    }
}
