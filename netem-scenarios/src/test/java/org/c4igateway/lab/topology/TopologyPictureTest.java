package org.c4igateway.lab.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.net.NetworkPlan.Wire;
import org.junit.jupiter.api.Test;

class TopologyPictureTest {
    @Test
    void drawsEachElementAndNamesTheLinks() {
        String svg = new TopologyPicture(
                        NetworkPlan.pair("radio", "ALPHA", "BRAVO", Wire.SHAPED).withSites())
                .draw();

        assertThat(svg).containsSubsequence("<line", ">radio<");
        for (String name : List.of("ALPHA", "ALPHA-SITE", "BRAVO-SITE", "BRAVO")) {
            assertThat(svg).containsOnlyOnce(">" + name + "<");
        }
        assertThat(svg.split("<rect", -1)).hasSize(1 + 4);
        assertThat(svg.split("<line", -1)).hasSize(1 + 3);
    }

    /** From left to right: the switch, which comes first, and its hosts below each other. */
    @Test
    void leavesOutMostOfManyHostsAndSaysHowMany() {
        List<String> hosts =
                IntStream.rangeClosed(1, 50).mapToObj(number -> "H" + number).toList();

        String svg = new TopologyPicture(NetworkPlan.star(hosts, Wire.PLAIN)).draw();

        assertThat(svg).contains(">switch<", ">H1<", ">H7<", ">+ 43<").doesNotContain(">H8<", ">H50<");
        assertThat(svg).contains("viewBox=\"0 0 960 320\"");
    }
}
