package org.c4igateway.lab.advise;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.c4igateway.lab.scenario.Cell;

/** What to put into configuration files for a transport on a link, as the lab ran it. */
final class Settings {
    private static final long UNLIMITED = 1_000_000_000;

    private final AskedNetwork network;
    private final Map<String, Cell> cells;

    /** @param cells of the lab, by name */
    Settings(AskedNetwork network, Map<String, Cell> cells) {
        this.network = network;
        this.cells = cells;
    }

    /** Lines for the file of each node at the near end; {@code FAR1} and so on are the systems at the other. */
    List<String> node(Advisable candidate, AskedNetwork.Link link) {
        boolean jms = candidate == Advisable.JMS || candidate == Advisable.JMS_BBR;
        StringBuilder yaml = new StringBuilder("c4i.destinations:\n");
        far(name -> "  \"[" + name + "]\": " + (jms ? "jms" : "dds") + "\n").forEach(yaml::append);
        if (jms) {
            yaml.append("c4i.transports.jms.enabled: true\nc4i.transports.jms.peers:\n");
            far(name -> "  \"[" + name + "]\": \"ADDRESS-OF-" + name + ":61616\"\n")
                    .forEach(yaml::append);
        } else {
            yaml.append("c4i.transports.dds.enabled: true\n");
        }
        if (candidate == Advisable.DDS) {
            yaml.append("# where multicast does not reach: c4i.transports.dds.network.peers, a list of addresses\n");
        }
        Cell cell = cells.get(candidate.cell());
        if (cell != null) {
            new TreeMap<>(cell.tuning()
                            .nodeFor(
                                    link.ways().slowestBitsPerSecond(),
                                    link.ways().roundTrip()))
                    .forEach((key, value) -> yaml.append(key + ": " + value + "\n"));
            String control = cell.tuning().congestionControl();
            if (!control.isEmpty()) {
                yaml.append("# at both hosts: sysctl -w net.ipv4.tcp_congestion_control=" + control + "\n");
            }
        }
        return yaml.toString().lines().toList();
    }

    private Stream<String> far(UnaryOperator<String> line) {
        return IntStream.range(1, network.systems()).mapToObj(i -> line.apply("FAR" + i));
    }

    /** Lines for the file of the WAN gateway at the near end; none when the transport has none. */
    List<String> gateway(Advisable candidate, AskedNetwork.Link link) {
        return candidate == Advisable.WAN ? gateway(link).lines().toList() : List.of();
    }

    private static String gateway(AskedNetwork.Link link) {
        long rate = link.ways().forward().rate().bitsPerSecond();
        return """
                # the other end names its own site and rate, and NEAR as its peer
                c4i:
                  wan:
                    site: NEAR
                    links:
                      FAR:
                        peers: {FAR: "ADDRESS-OF-THE-OTHER-END:7600"}
                        rate: %d
                        keys: /etc/c4i/far.keys        # ./c4i wan --new-key
                """.formatted(rate > 0 ? rate : UNLIMITED);
    }
}
