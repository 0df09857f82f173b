package org.c4igateway.wan.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.wan.app.WanProperties.LinkProperties;
import org.c4igateway.wan.gateway.LinkSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WanReloadTest {
    private static final String SECOND_PART = "        labels: [SECRET]\n";

    @TempDir
    private Path directory;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<List<LinkSpec>> applied = new ArrayList<>();
    private String failure = "";
    private Path file;
    private WanReload reload;

    @BeforeEach
    void start() throws IOException {
        KeyFile.create(directory.resolve("link.keys"));
        file = directory.resolve("north.yaml");
        write("128kbit", SECOND_PART);
        reload = new WanReload(new WanFile(file), meters);
        assertThat(reload.first().links()).hasSize(1);
    }

    private void write(String rate, String more) throws IOException {
        String text = """
            c4i:
              wan:
                site: NORTH
                lan: {domain-id: 1, network: {interfaces: [lo]}}
                links:
                  SOUTH:
                    peers: {SOUTH: "10.0.0.2:7600"}
                    keys: %s
                    rate: %s
            """.formatted(directory.resolve("link.keys"), rate);
        Files.writeString(file, text + more);
    }

    private void look() {
        reload.look(links -> {
            if (!failure.isEmpty()) {
                throw new IllegalStateException(failure);
            }
            applied.add(links);
        });
    }

    private double refused() {
        return meters.get(MeterNames.CONFIGURATION_REFUSED).gauge().value();
    }

    /** Without its second part the file would carry every label. */
    @Test
    void doesNotReadAFileThatIsStillBeingWritten() throws IOException {
        look();
        write("256kbit", "");
        look();
        write("256kbit", SECOND_PART);
        look();
        assertThat(applied).isEmpty();

        look();

        assertThat(applied).hasSize(1);
        assertThat(reload.inUse().links().values())
                .singleElement()
                .extracting(LinkProperties::rate)
                .isEqualTo("256kbit");
        assertThat(applied.getFirst().getFirst().policy().labels().entries()).containsExactly("SECRET");
        look();
        assertThat(applied).hasSize(1);
    }

    @Test
    void showsWhyAFileIsNotUsedUntilItIs() throws IOException {
        write("fast", SECOND_PART);
        look();
        look();

        assertThat(reload.alarms())
                .singleElement()
                .asString()
                .startsWith("GW-409 ")
                .contains("rate", "fast");
        assertThat(refused()).isEqualTo(1);

        write("256kbit", SECOND_PART);
        look();
        look();
        assertThat(reload.alarms()).isEmpty();
        assertThat(refused()).isZero();
        assertThat(applied).hasSize(1);
    }

    @Test
    void showsALinkThatIsNotOpenUntilItIs() throws IOException {
        failure = "SOUTH: port 7600 is in use";
        write("256kbit", SECOND_PART);
        look();
        look();

        assertThat(reload.alarms())
                .singleElement()
                .asString()
                .startsWith("GW-409 ")
                .contains(failure);
        assertThat(refused()).isEqualTo(1);

        failure = "";
        look();
        assertThat(reload.alarms()).isEmpty();
        assertThat(refused()).isZero();
        assertThat(applied).hasSize(1);
    }
}
