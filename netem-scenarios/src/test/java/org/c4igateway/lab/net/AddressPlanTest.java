package org.c4igateway.lab.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.c4igateway.lab.net.NetworkPlan.Element;
import org.c4igateway.lab.net.NetworkPlan.Kind;
import org.c4igateway.lab.net.NetworkPlan.Link;
import org.c4igateway.lab.net.NetworkPlan.Plumbing;
import org.c4igateway.lab.net.NetworkPlan.Wire;
import org.junit.jupiter.api.Test;

class AddressPlanTest {
    /** A at a switch with router R1, a link to router R2, and B at R2's switch. */
    private static final NetworkPlan TWO_SITES = new NetworkPlan(
            List.of(
                    new Element("A", Kind.HOST),
                    new Element("S1", Kind.SWITCH),
                    new Element("R1", Kind.ROUTER),
                    new Element("R2", Kind.ROUTER),
                    new Element("S2", Kind.SWITCH),
                    new Element("B", Kind.HOST)),
            List.of(
                    new Link("a", "A", "S1", Wire.PLAIN),
                    new Link("r1", "R1", "S1", Wire.PLAIN),
                    new Link("wan", "R1", "R2", Wire.SHAPED),
                    new Link("r2", "R2", "S2", Wire.PLAIN),
                    new Link("b", "B", "S2", Wire.PLAIN)));

    @Test
    void givesLinksAtOneSwitchOneSubnet() {
        AddressPlan plan = new AddressPlan(TWO_SITES);

        assertThat(plan.ports("A").getFirst().address()).isEqualTo("198.18.0.1");
        assertThat(plan.ports("R1")).extracting(AddressPlan.Port::address).containsExactly("198.18.0.2", "198.18.1.1");
        assertThat(plan.ports("B").getFirst().address()).isEqualTo("198.18.2.2");
        assertThat(plan.ports("S1")).isEmpty();
    }

    @Test
    void routesToEverySegmentThroughTheNextRouter() {
        AddressPlan plan = new AddressPlan(TWO_SITES);

        assertThat(plan.routes("A"))
                .extracting(AddressPlan.Route::arguments)
                .containsExactly(
                        "198.18.0.0/24 dev net0",
                        "198.18.1.0/24 via 198.18.0.2 dev net0",
                        "198.18.2.0/24 via 198.18.0.2 dev net0");
        assertThat(plan.routes("R1"))
                .extracting(AddressPlan.Route::arguments)
                .containsExactly(
                        "198.18.0.0/24 dev net0", "198.18.1.0/24 dev net1", "198.18.2.0/24 via 198.18.1.2 dev net1");
    }

    @Test
    void refusesWhatCannotBeBuilt() {
        Element host = new Element("A", Kind.HOST);
        Element other = new Element("B", Kind.HOST);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NetworkPlan(List.of(host), List.of()))
                .withMessage("A has no link");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NetworkPlan(List.of(host), List.of(new Link("x", "A", "B", Wire.PLAIN))))
                .withMessageContaining("ends at B, which is not here");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NetworkPlan(
                        List.of(host, other),
                        List.of(new Link("x", "A", "B", Wire.PLAIN), new Link("y", "A", "B", Wire.PLAIN))))
                .withMessage("A is a host and has more than one link");
        assertThatIllegalArgumentException().isThrownBy(() -> new Element("a b", Kind.HOST));
    }

    /** What is for another pod goes to its worker, or to that worker's end of the overlay. */
    @Test
    void givesHostsAPodBehindThem() {
        NetworkPlan pair = NetworkPlan.pair("link", "A", "B", Wire.SHAPED);
        AddressPlan routed = new AddressPlan(pair.withPods(Plumbing.ROUTED));
        AddressPlan overlaid = new AddressPlan(pair.withPods(Plumbing.VXLAN));

        assertThat(pair.withPods(Plumbing.HOST)).isSameAs(pair);
        assertThat(pair.withPods(Plumbing.ROUTED).linksOfSites())
                .containsExactly(new Link("link", "A-WORKER", "B-WORKER", Wire.SHAPED));
        for (AddressPlan plan : List.of(routed, overlaid)) {
            assertThat(plan.routes("A"))
                    .extracting(AddressPlan.Route::arguments)
                    .containsExactly(
                            "198.18.1.0/24 dev net0",
                            "198.18.0.0/24 via 198.18.1.2 dev net0",
                            "198.18.2.0/24 via 198.18.1.2 dev net0");
            assertThat(plan.ports("A-WORKER"))
                    .extracting(AddressPlan.Port::device)
                    .containsExactly("net0", "bridge0");
        }
        assertThat(routed.routes("A-WORKER").getLast().arguments()).isEqualTo("198.18.2.0/24 via 198.18.0.2 dev net0");
        assertThat(overlaid.routes("A-WORKER").getLast().arguments())
                .isEqualTo("198.18.2.0/24 via 198.18.2.0 dev vxlan0 onlink");
    }

    @Test
    void givesHostsOfALinkASiteEach() {
        NetworkPlan sites = NetworkPlan.pair("link", "A", "B", Wire.SHAPED).withSites();

        assertThat(sites.linksOfSites()).containsExactly(new Link("link", "A-SITE", "B-SITE", Wire.SHAPED));
        assertThat(sites.siteOf("B-SITE")).contains(new Link("B-SITE", "B", "B-SITE", Wire.PLAIN));
        assertThat(new AddressPlan(sites).routes("A"))
                .extracting(AddressPlan.Route::subnet)
                .hasSize(3);
        assertThat(TWO_SITES.withSites()).isSameAs(TWO_SITES);
        assertThat(TWO_SITES.siteOf("R1")).contains(new Link("r1", "R1", "S1", Wire.PLAIN));
    }
}
