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
                        types(),
                        values(),
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

    private static List<Fault> types() {
        return List.of(
                Fault.of(
                        "no number",
                        "fetch-rows: 512",
                        "fetch-rows: many",
                        "c4i.flow.fetch-rows: 'many' is not a whole number (@10",
                        "Set c4i.flow.fetch-rows to a whole number."),
                Fault.of(
                        "no duration",
                        "fetch-rows: 512",
                        "idle-poll: soon",
                        "c4i.flow.idle-poll: 'soon' is not a duration",
                        "(@10",
                        "250ms, 5s or 1h"),
                Fault.of(
                        "no size",
                        "system: ALPHA",
                        "system: ALPHA\n  max-payload: big",
                        "c4i.max-payload: 'big' is not a size",
                        "(@3",
                        "512KB or 1MB"),
                Fault.of(
                        "no boolean",
                        "enabled: true\n      port",
                        "enabled: true\n      tls: {key-store: a, trust-store: b, verify-host: perhaps}\n      port",
                        "verify-host: 'perhaps' is not true or false",
                        "(@14"),
                Fault.of(
                        "none of a few",
                        "system: ALPHA",
                        "system: ALPHA\n  validation: strct",
                        "c4i.validation: 'strct' is not one of off, carry, lenient, strict, definitions (@3",
                        "a block of default, classes, topics and inbound"),
                Fault.of(
                        "profile of JMS",
                        "port: 23999",
                        "profile: tunned\n      port: 23999",
                        "c4i.transports.jms.profile: 'tunned' is not one of stock, tuned (@14",
                        "Did you mean tuned?"),
                Fault.of(
                        "text for a block",
                        "  flow:\n    fetch-rows: 512",
                        "  flow: fast",
                        "c4i.flow: 'fast' is not a block of keys with values (@9"),
                Fault.of("port of health is text", "  port: 0", "  port: http", "server.port: 'http' is not accepted"));
    }

    private static List<Fault> values() {
        return List.of(
                Fault.of(
                        "missing system",
                        "  system: ALPHA\n",
                        "",
                        "c4i.system is missing",
                        "alpha.yaml)",
                        "Set c4i.system to the name of this system"),
                Fault.of(
                        "name in small letters",
                        "ALPHA",
                        "alpha one",
                        "c4i.system: 'alpha one' is not accepted (@2",
                        "1-32 of A-Z 0-9"),
                Fault.of(
                        "missing database",
                        FILE.substring(FILE.indexOf("  database"), FILE.indexOf("  destinations")),
                        "",
                        "c4i.database.url is missing",
                        "Set c4i.database.url"),
                Fault.of(
                        "bad URL",
                        "jdbc:postgresql://127.0.0.1:1/c4i",
                        "http://db",
                        "c4i.database.url: 'http://db' is not accepted (@4",
                        "jdbc:postgresql://host:5432/db"),
                Fault.of(
                        "bad port in the URL",
                        "127.0.0.1:1/",
                        "127.0.0.1:x/",
                        "c4i.database.url: 'jdbc:postgresql://127.0.0.1:x/c4i' is not accepted (@4"),
                Fault.of(
                        "password in the URL",
                        ":1/c4i",
                        ":1/c4i?user=x&password=long-enough",
                        "c4i.database.url holds a password (@4",
                        "set c4i.database.password"),
                Fault.of(
                        "password before the host",
                        "//127.0.0.1:1/c4i",
                        "//x:long-enough@127.0.0.1:1/c4i",
                        "c4i.database.url holds a password (@4",
                        "set c4i.database.password"),
                Fault.of(
                        "password of the client's key in the URL",
                        ":1/c4i",
                        ":1/c4i?sslkey=a&sslpassword=long-enough",
                        "c4i.database.url holds sslpassword (@4",
                        "permissions of its file"),
                Fault.of(
                        "login in the URL",
                        ":1/c4i",
                        ":1/c4i?ssl=true&user=x",
                        "c4i.database.url holds a login (@4",
                        "set c4i.database.username"),
                Fault.of(
                        "password in another URL",
                        "\"127.0.0.1:23998\"",
                        "\"tcp://x:long-enough@127.0.0.1:23998?keyStorePassword=long-enough\"",
                        "'tcp://***",
                        "127.0.0.1:23998?keyStorePassword=***' is no address (@16",
                        "c4i.transports.jms.peers.BRAVO"),
                Fault.of(
                        "no login",
                        "username: alpha_node",
                        "username: ''",
                        "c4i.database.username: '' is not accepted (@5",
                        "Set c4i.database.username to a login"),
                Fault.of(
                        "pool too small",
                        "password: secret",
                        "password: secret\n    pool-size: 1",
                        "c4i.database.pool-size: '1' is not accepted (@7",
                        "at least 2"),
                Fault.of(
                        "zero",
                        "fetch-rows: 512",
                        "fetch-rows: 0",
                        "c4i.flow.fetch-rows: '0' is not accepted (@10",
                        "a value above 0"),
                Fault.of(
                        "negative duration",
                        "fetch-rows: 512",
                        "receipt-timeout: -5s",
                        "c4i.flow.receipt-timeout: 'PT-5S' is not accepted (@10"),
                Fault.of(
                        "unknown encoding",
                        "system: ALPHA",
                        "system: ALPHA\n  encoding: SHIFT_JIS",
                        "c4i.encoding: 'SHIFT_JIS' is not accepted (@3",
                        "Set c4i.encoding to UTF-8, MS949 (also CP949, EUC-KR) or windows-1252."),
                Fault.of(
                        "unknown treatment of characters",
                        "system: ALPHA",
                        "system: ALPHA\n  unmappable: escpe",
                        "c4i.unmappable: 'escpe' is not one of reject, escape (@3",
                        "Did you mean escape?"),
                Fault.of(
                        "unknown unit of lines",
                        "system: ALPHA",
                        "system: ALPHA\n  line-unit: octets",
                        "c4i.line-unit: 'octets' is not one of characters, columns, bytes (@3"),
                Fault.of(
                        "payload too large",
                        "system: ALPHA",
                        "system: ALPHA\n  max-payload: 3GB",
                        "c4i.max-payload:",
                        "is not accepted (@3",
                        "up to 16MB"),
                Fault.of(
                        "days in the wrong order",
                        "  flow:",
                        "  retention: {inbox-days: 60, identity-days: 14}\n  flow:",
                        "c4i.retention.identity-days: '14' is not accepted (@9",
                        "more than inbox-days"),
                Fault.of(
                        "itself as destination",
                        "BRAVO: jms",
                        "ALPHA: jms",
                        "c4i.destinations.ALPHA",
                        "(@8",
                        "other systems only"),
                Fault.of(
                        "variable that is not set",
                        "secret",
                        "${NO_SUCH_PASSWORD_9}",
                        "c4i.database.password refers to ${NO_SUCH_PASSWORD_9}, which is not set (@6",
                        "Set the environment variable NO_SUCH_PASSWORD_9"));
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
