package org.c4igateway.dbbridge.node;

import static org.c4igateway.dbbridge.node.NodeFileFaults.FILE;

import java.util.List;
import org.c4igateway.dbbridge.node.NodeFileFaults.Fault;

/** What may be wrong in {@link NodeFileFaults#FILE} about the transports and about other files that it names. */
final class TransportFaults {
    private TransportFaults() {}

    static List<Fault> values() {
        return List.of(
                Fault.of(
                        "unknown transport",
                        "BRAVO: jms",
                        "BRAVO: jsm",
                        "c4i.destinations.BRAVO: transport 'jsm' is not enabled; enabled: dds, jms (@8"),
                Fault.of(
                        "transport switched off",
                        "enabled: true\n      port",
                        "enabled: false\n      port",
                        "transport 'jms' is not enabled; enabled: dds (@8",
                        "Set c4i.transports.jms.enabled to true"),
                Fault.of(
                        "switch that is neither on nor off",
                        "enabled: true\n      domain-id",
                        "enabled: ture\n      domain-id",
                        "GW-101: c4i.transports.dds.enabled: 'ture' is not true or false (@18:16)",
                        "Set c4i.transports.dds.enabled to true or false."),
                Fault.of(
                        "two switches that are neither",
                        FILE.substring(FILE.indexOf("enabled: true\n      port"), FILE.indexOf("      domain-id")),
                        FILE.substring(FILE.indexOf("enabled: true\n      port"), FILE.indexOf("      domain-id"))
                                .replace("enabled: true", "enabled: if you like"),
                        "GW-101: c4i.transports.dds.enabled: 'if you like' is not true or false (@18:16); "
                                + "c4i.transports.jms.enabled: 'if you like' is not true or false (@13:16)"),
                Fault.of(
                        "destination without an address",
                        "BRAVO: jms",
                        "BRAVO: jms\n    DELTA: jms",
                        "GW-101: c4i.transports.jms.peers.DELTA is missing: destination DELTA goes by jms (@17:",
                        "Set c4i.transports.jms.peers.DELTA to host:port of the engine of DELTA"),
                Fault.of(
                        "network interface that is not there",
                        "domain-id: 7",
                        "network: {interfaces: [nix0]}",
                        "GW-101: c4i.transports.dds.network.interfaces: 'nix0' is no network interface of this machine (@19:",
                        "Name interfaces that it has, or their addresses: "),
                Fault.of(
                        "address of another machine as network interface",
                        "domain-id: 7",
                        "network: {interfaces: [203.0.113.77]}",
                        "c4i.transports.dds.network.interfaces: '203.0.113.77' is no network interface of this machine (@19:"),
                Fault.of(
                        "DDS implementation that is not there",
                        "domain-id: 7",
                        "provider: cyclops",
                        "GW-102: c4i.transports.dds.provider: no DDS provider named 'cyclops'; present: [",
                        "(@19:"),
                Fault.of(
                        "policy that the implementation lacks",
                        "domain-id: 7",
                        "qos: {topics: {A004: {both: {presentation: topic coherent}}}}",
                        "GW-101: c4i.transports.dds.qos: provider 'cyclone' does not support ",
                        "(@19:"),
                Fault.of(
                        "no port",
                        "port: 23999",
                        "port: 70000",
                        "c4i.transports.jms.port: '70000' is not a port (@14",
                        "0 to 65535"),
                Fault.of(
                        "short secret",
                        "long-enough",
                        "short",
                        "c4i.transports.jms.credentials.password: '(hidden)' is missing or shorter",
                        "(@15"),
                Fault.of(
                        "peer without a port",
                        "127.0.0.1:23998",
                        "bravo",
                        "c4i.transports.jms.peers.BRAVO: 'bravo' is no address (@16",
                        "host:port"),
                Fault.of(
                        "domain out of range",
                        "domain-id: 7",
                        "domain-id: 999",
                        "c4i.transports.dds.domain-id: '999' is not accepted: domain id must be 0 to 232",
                        "(@19"),
                Fault.of(
                        "lease too short",
                        "domain-id: 7",
                        "lease: 1ms",
                        "c4i.transports.dds.lease:",
                        "100 ms to 1 h",
                        "(@19"),
                Fault.of(
                        "nobody to find",
                        "domain-id: 7",
                        "network: {multicast: none}",
                        "c4i.transports.dds.network.peers",
                        "at least one peer",
                        "(@19"),
                Fault.of(
                        "multicast to peers behind routers",
                        "domain-id: 7",
                        "network: {multicast: all, peers: [10.9.0.1]}",
                        "c4i.transports.dds.network.peers",
                        "set network.multicast to discovery",
                        "(@19"),
                Fault.of(
                        "nothing to wait in",
                        "domain-id: 7",
                        "limits: {received-samples: 0}",
                        "c4i.transports.dds.limits.received-samples: '0' is not accepted (@19"));
    }

    static List<Fault> files() {
        return List.of(
                Fault.of(
                        "missing catalogue",
                        "system: ALPHA",
                        "system: ALPHA\n  catalogue: /nonexistent/topics.csv",
                        "GW-105: c4i.catalogue: ",
                        "/nonexistent/topics.csv",
                        "(@3",
                        "topics validate"),
                Fault.of(
                        "missing key store",
                        "port: 23999",
                        "tls: {key-store: /nonexistent/a.p12, trust-store: b}\n      port: 23999",
                        "c4i.transports.jms.tls.key-store: '/nonexistent/a.p12' cannot be read (@14",
                        "a PKCS#12 file"),
                Fault.of(
                        "missing credentials of DDS",
                        "domain-id: 7",
                        "security: {directory: /nonexistent/alpha}",
                        "GW-101: c4i.transports.dds.security.directory: /nonexistent/alpha/",
                        "(@19:",
                        "c4i security init"),
                Fault.of(
                        "missing directory of secrets",
                        "c4i:\n",
                        "spring.config.import: configtree:/nonexistent/secrets/\nc4i:\n",
                        "/nonexistent/secrets",
                        "does not exist",
                        "alpha.yaml"));
    }
}
