package org.c4igateway.dbbridge.node;

import static org.c4igateway.dbbridge.node.NodeFileFaults.FILE;

import java.util.List;
import org.c4igateway.dbbridge.node.NodeFileFaults.Fault;

/** What may be wrong in the values of {@link NodeFileFaults#FILE}, except those of the transports. */
final class ValueFaults {
    private ValueFaults() {}

    static List<Fault> types() {
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

    static List<Fault> values() {
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
                        "longest pause below the first",
                        "fetch-rows: 512",
                        "retry-pause: 10s",
                        "c4i.flow.max-retry-pause: 'PT5S' is not accepted",
                        "at least retry-pause, which is PT10S"),
                Fault.of(
                        "pause below a millisecond",
                        "fetch-rows: 512",
                        "retry-pause: 900us",
                        "c4i.flow.retry-pause: 'PT0.0009S' is not accepted (@10",
                        "1ms or more"),
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
}
