package org.c4igateway.lab.testbed.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.c4igateway.lab.net.Host;

/**
 * Writes the configuration file of a WAN gateway.
 *
 * @param site its site
 * @param lan its router as seen from the site
 * @param ddsDomain domain of the site
 * @param links to other sites
 * @param settings further keys below {@code c4i.wan} and their values
 */
public record GatewayYaml(String site, Host lan, int ddsDomain, List<Link> links, Map<String, String> settings) {
    /** Where a gateway answers for its health. */
    public static final int HTTP_PORT = 8_090;

    private static final int FIRST_PORT = 7_600;
    private static final int FIRST_DOMAIN = 100;

    public GatewayYaml {
        links = List.copyOf(links);
        settings = Map.copyOf(settings);
    }

    /**
     * A link to one site.
     *
     * @param number tells the links of a network apart; the same at both ends
     * @param here this end's router as seen from the link
     * @param there the other end's
     * @param keys file of the key
     * @param rate as gateways read it
     * @param more further lines below the link's key, such as {@code hold: 10s}
     */
    public record Link(int number, Host here, Host there, LinkKey keys, String rate, List<String> more) {
        public Link {
            more = List.copyOf(more);
        }

        private String text() {
            String settings = """
                          %s:
                            domain-id: %d
                            interfaces: [%s]
                            port: %d
                            peers: {%s: "%s:%d"}
                            rate: %s
                            keys: %s
                    """.formatted(
                            there.name(),
                            FIRST_DOMAIN + number,
                            here.device(),
                            FIRST_PORT + number,
                            there.name(),
                            there.address(),
                            FIRST_PORT + number,
                            rate,
                            keys.file());
            return settings
                    + more.stream().map(line -> "        " + line + "\n").collect(Collectors.joining());
        }
    }

    /** The file. */
    public String text() {
        return """
                c4i:
                  wan:
                    site: %s
                    lan:
                      domain-id: %d
                      network:
                        interfaces: [%s]
                    links:
                """.formatted(site, ddsDomain, lan.device())
                + links.stream().map(Link::text).collect(Collectors.joining())
                + settings.entrySet().stream()
                        .map(setting -> "c4i.wan." + setting.getKey() + ": " + setting.getValue() + "\n")
                        .sorted()
                        .collect(Collectors.joining())
                + "server:\n  address: " + lan.managementAddress() + "\n  port: " + HTTP_PORT + "\n";
    }
}
