package org.c4igateway.lab.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DdsPerfTest {
    @Test
    void doublesTheHalvesThatPingPrints() throws IOException {
        List<String> lines = List.of(
                "[16531] participant vm:16535: new",
                "[16531] 2.004  vm:16535 size 16384 mean 35.0us min 12.7us 50% 21.500us 90% 42.8us 99% 98.7us max 184.7us cnt 99",
                "[16531] 3.004  vm:16535 size 16384 mean 35.0us min 12.6us 50% 19.817us 90% 42.8us 99% 98.7us max 184.7us cnt 99",
                "[16531] 3.004  rss:9.3MB vcsw:5480 ivcsw:27 recvUC:0%+3% pong:0%+4%",
                "[16531] 4.004  vm:16535 size 16384 mean 35.0us min 12.6us 50% 18.837us 90% 27.9us 99% 98.2us max 104.2us cnt 99");

        DdsPerf.Pings pings = DdsPerf.pingsIn(lines);
        assertThat(pings.medianMicros()).isEqualTo(2 * 19.817);
        assertThat(pings.meanMicros()).isEqualTo(70);
        assertThat(pings.p99Micros()).isEqualTo(2 * 98.7);
        assertThat(pings.maxMicros()).isEqualTo(2 * 184.7);
        assertThat(pings.count()).isEqualTo(297);
    }

    @Test
    void readsTheRateOfTheLastSecondNotOfTheWholeRun() throws IOException {
        List<String> lines = List.of(
                "[15677] 4.003  size 200 total 441354 lost 0 delta 120137 lost 0 rate 120.17 kS/s 192.27 Mb/s (44.15 kS/s 70.63 Mb/s)",
                "[15677] 4.003  rss:7.4MB vcsw:177 ivcsw:22 recvUC:7%+1%",
                "[15677] participant vm:15676: gone");

        assertThat(DdsPerf.kiloSamplesPerSecondIn(lines)).isEqualTo(120.17);
    }

    @Test
    void saysWhatItPrintedInsteadOfFigures() {
        assertThatThrownBy(() -> DdsPerf.kiloSamplesPerSecondIn(List.of("ddsperf: bad option")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bad option");
    }

    @Test
    void asksItsPeersWhereMulticastDoesNotReach() {
        assertThat(DdsPerf.onLoopback(3).configuration()).doesNotContain("Peer", "AllowMulticast");
        assertThat(new DdsPerf(3, "net0", List.of(), List.of("10.0.0.1", "10.0.1.1")).configuration())
                .contains("name=\"net0\"")
                .contains("<AllowMulticast>spdp</AllowMulticast>")
                .contains("<Peer Address=\"10.0.0.1\"/><Peer Address=\"10.0.1.1\"/>");
    }
}
