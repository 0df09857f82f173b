package org.c4igateway.dds.api.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.event.DdsEvent;
import org.junit.jupiter.api.Test;

class PeerNamesTest {
    private final Map<String, List<String>> resolver = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final List<DdsEvent> events = new ArrayList<>();

    private PeerNames names(String... peers) {
        return PeerNames.of(List.of(peers), name -> {
            asked.add(name);
            return resolver.getOrDefault(name, List.of());
        });
    }

    @Test
    void looksUpNamesAndKeepsAddressesAndPorts() {
        resolver.put("bravo.example", List.of("192.0.2.7", "192.0.2.8"));

        PeerNames names =
                names("192.0.2.1", "192.0.2.1:7412", "bravo.example:7600", "bravo.example", "[2001:db8::1]:7600");

        assertThat(names.addresses())
                .containsExactly(
                        "192.0.2.1",
                        "192.0.2.1:7412",
                        "192.0.2.7:7600",
                        "192.0.2.8:7600",
                        "192.0.2.7",
                        "192.0.2.8",
                        "[2001:db8::1]:7600");
        assertThat(asked).containsExactly("bravo.example", "bravo.example");
    }

    @Test
    void leavesOutWhatHasNoAddress() {
        resolver.put("bravo", List.of("192.0.2.7"));

        assertThat(names("gone.example", "bravo").addresses()).containsExactly("192.0.2.7");
        assertThat(names("gone.example:7600").addresses()).containsExactly("127.0.0.1");
        assertThat(names().addresses()).isEmpty();
    }

    @Test
    void boundsTheAddressesOfAName() {
        resolver.put(
                "many", IntStream.range(0, 300).mapToObj(n -> "10.0.0." + n).toList());

        assertThat(names("many").addresses()).hasSize(16);
    }

    @Test
    void tellsOfANameThatHasAnAddressLaterWhileNobodyIsThere() {
        PeerNames names = names("bravo", "charlie");

        names.look(() -> true, events::add);
        assertThat(events).isEmpty();
        resolver.put("charlie", List.of("192.0.2.9"));
        names.look(() -> false, events::add);
        assertThat(events).as("somebody is there: charlie finds us").isEmpty();
        names.look(() -> true, events::add);

        assertThat(events).containsExactly(new DdsEvent.PeerFound("", "charlie, 192.0.2.9"));
    }

    /** A timer drops a task that throws: nobody would look again. */
    @Test
    void survivesALookThatFails() {
        PeerNames names = names("bravo");

        names.look(
                () -> {
                    throw new DdsException("a writer was deleted meanwhile");
                },
                events::add);
        resolver.put("bravo", List.of("192.0.2.9"));
        names.look(() -> true, events::add);

        assertThat(events).hasSize(1);
    }
}
