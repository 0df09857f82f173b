package org.c4igateway.dbbridge.node.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConfigurationChangeTest {
    private static final TreeMap<String, String> BEFORE =
            new TreeMap<>(Map.of("c4i.a", "1", "c4i.gone", "x", "c4i.same", "s", "c4i.user.password", "first"));
    private static final TreeMap<String, String> AFTER =
            new TreeMap<>(Map.of("c4i.a", "2", "c4i.new", "y", "c4i.same", "s", "c4i.user.password", "second"));

    @Test
    void namesEachKeyWithOldAndNewValueAndNoSecret() {
        assertThat(ConfigurationChange.between(BEFORE, AFTER))
                .map(ConfigurationChange::toString)
                .containsExactly(
                        "c4i.a: 1 -> 2",
                        "c4i.gone: x -> (none)",
                        "c4i.new: (none) -> y",
                        "c4i.user.password: *** -> ***");
    }

    @Test
    void hidesAKeyThatIsWrittenIntoTheFile() {
        TreeMap<String, String> pem = new TreeMap<>(
                Map.of("spring.ssl.bundle.pem.a.keystore.private-key", "-----BEGIN PRIVATE KEY-----\nMII"));

        assertThat(ConfigurationChange.between(new TreeMap<>(), pem).getFirst().after())
                .isEqualTo("***");
    }

    @Test
    void leavesNoDifferenceWhenAllChangesAreTaken() {
        List<ConfigurationChange> changes = ConfigurationChange.between(BEFORE, AFTER);

        assertThat(ConfigurationChange.taken(BEFORE, changes, AFTER)).isEqualTo(AFTER);
        assertThat(ConfigurationChange.taken(BEFORE, changes.subList(0, 1), AFTER))
                .containsEntry("c4i.a", "2")
                .containsEntry("c4i.gone", "x");
    }
}
