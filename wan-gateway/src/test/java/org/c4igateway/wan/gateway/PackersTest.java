package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.Unpacking;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.junit.jupiter.api.Test;

class PackersTest {
    /** Method zstd, one chunk without a head; then no text. */
    private static final byte[] BODY = {1, 1, 0};

    private final Packers packers = new Packers(new LinkSpec(
            "wan",
            new LinkSpec.Place(
                    0, List.of(), 7_600, Map.of("NORTH", "127.0.0.1:1"), Optional.empty(), Duration.ofSeconds(1)),
            LinkSettings.at(10_000_000),
            KeyRing.unsealed(),
            true,
            LinkPolicy.OPEN,
            Duration.ofMinutes(5),
            Optional.empty()));

    /** A link that is opened again, or begins a new session, would leave memory outside the heap for ever. */
    @Test
    void freesItsUnpacker() {
        ChunkUnpacker unpacker = packers.unpacker();
        assertThat(packers.unpacker()).isSameAs(unpacker);
        assertThat(unpacker.unpack(BODY)).isInstanceOf(Unpacking.Refused.class);

        packers.close();

        assertThatThrownBy(() -> unpacker.unpack(BODY)).isInstanceOf(IllegalStateException.class);
    }
}
