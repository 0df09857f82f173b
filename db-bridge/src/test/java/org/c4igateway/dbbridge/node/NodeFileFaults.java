package org.c4igateway.dbbridge.node;

import java.util.List;
import java.util.stream.Stream;

/** A node's file without a fault, and what may be wrong in it. */
final class NodeFileFaults {
    /** A file without a fault, but for the database that is not there; line numbers of the cases count in it. */
    static final String FILE = """
            c4i:
              system: ALPHA
              database:
                url: jdbc:postgresql://127.0.0.1:1/c4i
                username: alpha_node
                password: secret
              destinations:
                BRAVO: jms
              flow:
                fetch-rows: 512
              transports:
                jms:
                  enabled: true
                  port: 23999
                  credentials: {user: mesh, password: long-enough}
                  peers: {BRAVO: "127.0.0.1:23998"}
                dds:
                  enabled: true
                  domain-id: 7
            server:
              port: 0
            """;

    private NodeFileFaults() {}

    /**
     * One fault.
     *
     * @param name for the report
     * @param from text of the file that is replaced
     * @param to the wrong text
     * @param wanted what the message has to contain; {@code @N} stands for line N of the file
     */
    record Fault(String name, String from, String to, List<String> wanted) {
        static Fault of(String name, String from, String to, String... wanted) {
            return new Fault(name, from, to, List.of(wanted));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Fault> all() {
        return Stream.of(
                        names(),
                        ValueFaults.types(),
                        ValueFaults.values(),
                        TransportFaults.values(),
                        TransportFaults.files(),
                        SubscriptionFaults.all(),
                        ValidationFaults.all(),
                        syntax())
                .flatMap(List::stream);
    }

    private static List<Fault> names() {
        return List.of(
                Fault.of(
                        "typo in a key",
                        "fetch-rows",
                        "fetch-row",
                        "c4i.flow.fetch-row (@10",
                        "nearest: c4i.flow.fetch-rows"),
                Fault.of("typo in a required key", "system: A", "sytem: A", "c4i.sytem (@2", "nearest: c4i.system"),
                Fault.of(
                        "typo in a block", "database:", "databse:", "c4i.databse.url (@4", "nearest: c4i.database.url"),
                Fault.of(
                        "typo in a key of the framework",
                        "  port: 0",
                        "  prot: 0",
                        "GW-101: unknown configuration keys: server.prot (@21:9, nearest: server.port)"),
                Fault.of("typo in a top block", "server:", "sever:", "sever.port (@21", "nearest: server.port"),
                Fault.of(
                        "typo in a transport",
                        "dds:",
                        "ddss:",
                        "c4i.transports.ddss.domain-id (@19",
                        "c4i.transports.ddss.enabled (@18"),
                Fault.of(
                        "key in the wrong block",
                        "    fetch-rows: 512",
                        "    pool-size: 4",
                        "c4i.flow.pool-size (@10",
                        "nearest: c4i.database.pool-size"),
                Fault.of(
                        "two typos",
                        "fetch-rows: 512",
                        "fetch-row: 1\n    idle-pol: 1s",
                        "c4i.flow.fetch-row (@10",
                        "c4i.flow.idle-pol (@11"));
    }

    private static List<Fault> syntax() {
        return List.of(
                Fault.of(
                        "tab",
                        "  system: ALPHA",
                        "\tsystem: ALPHA",
                        "not YAML: line 2, column 1",
                        "\\t(TAB)",
                        "no tabs"),
                Fault.of(
                        "bracket left open",
                        "{BRAVO: \"127.0.0.1:23998\"}",
                        "{BRAVO: \"127.0.0.1:23998\"",
                        "not YAML: line 17"),
                Fault.of(
                        "key given twice",
                        "fetch-rows: 512",
                        "fetch-rows: 512\n    fetch-rows: 64",
                        "not YAML: line 11",
                        "duplicate key"),
                Fault.of(
                        "value that holds itself",
                        "fetch-rows: 512",
                        "fetch-rows: &a [*a]",
                        "holds itself",
                        "Write the value"),
                Fault.of(
                        "no blank after the colon",
                        "system: ALPHA",
                        "system:ALPHA",
                        "not YAML: line 3",
                        "a blank after each colon"));
    }
}
