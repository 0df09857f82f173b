package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** config on files of nodes whose databases and peers do not exist. */
class ConfigCommandTest {
    private static final String FILE = """
            c4i:
              system: ALPHA
              database:
                url: jdbc:postgresql://127.0.0.1:1/c4i
                username: alpha_node
                password: stands-in-clear
              destinations: {BRAVO: jms, "[C.D]": dds}
              flow: {receipt-timeout: 90s}
              transports:
                jms:
                  enabled: true
                  credentials: {user: mesh, password: "${MESH_OF_THIS_TEST}"}
                  peers: {BRAVO: "192.0.2.20:61616", "[C.D]": "192.0.2.21:61616"}
                dds:
                  enabled: true
                  domain-id: 7
              console:
                enabled: true
                database: {username: alpha_console}
                users:
                  chief: {password: also-stands-in-clear, role: operator}
            server:
              port: 8081
            management:
              otlp: {metrics.export.url: "https://node:also-in-clear@collector:4318/v1/metrics"}
            """;

    private static final String COLLECTOR = "MANAGEMENT_OTLP_METRICS_EXPORT_URL";

    private static final List<String> VARIABLES =
            List.of("MESH_OF_THIS_TEST", "C4I_DATABASE_PASSWORD", "C4I_CONSOLE_USERS_CHIEF_PASSWORD", COLLECTOR);

    @TempDir
    private Path directory;

    @BeforeEach
    void setVariables() {
        VARIABLES.forEach(name -> System.setProperty(name, "long-enough-here")); // stand for the environment
    }

    @AfterEach
    void unsetVariables() {
        VARIABLES.forEach(System::clearProperty);
    }

    @Test
    void writesDownEveryKeyWithoutASecret() throws IOException {
        CommandRun run = CommandRun.of("config", "export", file("alpha.yaml", FILE));

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out())
                .contains(
                        "system: ALPHA",
                        "receipt-timeout: 90s",
                        "max-payload: 1MB",
                        "idle-poll: 250ms",
                        "default: lenient")
                .contains("outbox-days: 14", "domain-id: 7", "profile: tuned", "server.port: 8081", "role: operator")
                .contains("BRAVO: 192.0.2.20:61616", "'[C.D]': dds")
                .contains("${MESH_OF_THIS_TEST}", "${C4I_DATABASE_PASSWORD}", "${C4I_CONSOLE_USERS_CHIEF_PASSWORD}")
                .doesNotContain("in-clear", "long-enough");
        assertThat(run.err())
                .contains("set C4I_DATABASE_PASSWORD to the secret of c4i.database.password")
                .contains("set C4I_CONSOLE_USERS_CHIEF_PASSWORD", "set " + COLLECTOR)
                .doesNotContain("in-clear");
    }

    @Test
    void meansTheSameWhenWhatWasExportedIsExportedAgain() throws IOException {
        Path exported = directory.resolve("exported.yaml");
        assertThat(CommandRun.of("config", "export", file("alpha.yaml", FILE), "--out", exported.toString())
                        .status())
                .isZero();

        CommandRun again = CommandRun.of("config", "export", exported.toString());

        assertThat(again.status()).as(again.err()).isZero();
        assertThat(again.out()).isEqualTo(Files.readString(exported));
        assertThat(again.err()).isEmpty();
    }

    @Test
    void putsAFileInThePlaceOfTheOldOneAndKeepsThat() throws IOException {
        Path own = Path.of(file("own.yaml", FILE.replace("8081", "8080")));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rw-r-----"));

        CommandRun run = CommandRun.of("config", "import", file("new.yaml", FILE), "--to", own.toString());

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(own).content().isEqualTo(FILE);
        assertThat(Files.getPosixFilePermissions(own)).isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
        assertThat(copies()).singleElement().satisfies(copy -> {
            assertThat(copy).content().contains("port: 8080");
            assertThat(run.out()).contains(copy.getFileName().toString());
            assertThat(Files.getPosixFilePermissions(copy)).isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
        });

        assertThat(CommandRun.of("config", "import", file("new.yaml", FILE), "--to", own.toString())
                        .out())
                .contains("both files are equal");
        assertThat(copies()).hasSize(1);
    }

    @Test
    void writesNothingWhenANodeWouldNotStart() throws IOException {
        Path own = Path.of(file("own.yaml", FILE));
        for (String wrong : List.of(
                FILE.replace("domain-id: 7", "domain-id: 700"),
                FILE.replace("receipt-timeout", "receipt-timeoutt"),
                FILE.replace("${MESH_OF_THIS_TEST}", "${NOBODY_SETS_THIS}"),
                FILE.replace("BRAVO: jms", "BRAVO: pigeons"),
                FILE.replace("system:", "system"))) {
            CommandRun run = CommandRun.of("config", "import", file("new.yaml", wrong), "--to", own.toString());

            assertThat(run.status()).as(wrong).isEqualTo(1);
            assertThat(run.err()).contains("is not accepted");
            assertThat(own).content().isEqualTo(FILE);
        }
        assertThat(copies()).isEmpty();
    }

    /** What a node would end with at its start, or a standby when it takes over, and what the first line says of it. */
    static Stream<Arguments> wrongFiles() {
        return Stream.of(
                Arguments.of(
                        "dds:\n      enabled: true",
                        "dds:\n      enabled: yep",
                        "c4i.transports.dds.enabled: 'yep' is not true or false ({}:15:16)"),
                Arguments.of(
                        "console:\n    enabled: true",
                        "console:\n    enabled: of course",
                        "c4i.console.enabled: 'of course' is not true or false ({}:18:14)"),
                Arguments.of(
                        "  port: 8081",
                        "  porrt: 8081",
                        "unknown configuration keys: server.porrt ({}:23:10, nearest: server.port)"),
                Arguments.of(
                        "BRAVO: jms,",
                        "BRAVO: jms, ECHO: jms,",
                        "c4i.transports.jms.peers.ECHO is missing: destination ECHO goes by jms ({}:13:"),
                Arguments.of(
                        "domain-id: 7",
                        "network: {interfaces: [none3]}",
                        "c4i.transports.dds.network.interfaces: 'none3' is no network interface of this machine ({}:16:"),
                Arguments.of(
                        "enabled: true\n      credentials",
                        "enabled: true\n      tls: {key-store: /nowhere/a.p12, trust-store: b}\n      credentials",
                        "c4i.transports.jms.tls.key-store: '/nowhere/a.p12' cannot be read ({}:12:"),
                Arguments.of(
                        "domain-id: 7",
                        "security: {directory: /nowhere/dds}",
                        "c4i.transports.dds.security.directory: /nowhere/dds/"),
                Arguments.of("system: ALPHA", "system:ALPHA", "the configuration is not YAML: line 3"),
                Arguments.of(
                        "receipt-timeout: 90s",
                        "receipt-timeout: later",
                        "c4i.flow.receipt-timeout: 'later' is not a duration"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("wrongFiles")
    void saysInTheFirstLineWhatIsWrong(String right, String wrong, String expected) throws IOException {
        assertThat(FILE).contains(right);
        String file = file("alpha.yaml", FILE.replace(right, wrong));

        CommandRun run = CommandRun.of("config", "check", file);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err().lines().findFirst().orElse("")).contains("GW-101: " + expected.replace("{}", file));
        assertThat(run.err()).doesNotContain("APPLICATION FAILED", "\tat ", "in-clear", "long-enough");
    }

    @Test
    void connectsToNothing() throws IOException {
        try (ServerSocket database = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String text = FILE.replace("127.0.0.1:1/", "127.0.0.1:" + database.getLocalPort() + "/");

            CommandRun run = CommandRun.of("config", "check", file("alpha.yaml", text));

            assertThat(run.status()).as(run.err()).isZero();
            database.setSoTimeout(1);
            assertThatThrownBy(database::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void acceptsAFilterOnASetThatOnlyTheDefinitionsOfTheFileHave() throws IOException {
        Path definitions = Files.createDirectory(directory.resolve("definitions"));
        Files.writeString(definitions.resolve("own.yaml"), """
                sets:
                  OWNSET:
                    title: Set of this test
                    fields:
                      - {name: quality, use: M, format: {alnum: 1-20}}
                """);
        String lines = """
                system: ALPHA
                  definitions: DIRECTORY
                  subscriptions: {topics: {A004: "mtf.field('OWNSET', 'quality') == 'HIGH'"}}
                """.replace("DIRECTORY", definitions.toString());

        CommandRun run = CommandRun.of("config", "check", file("alpha.yaml", FILE.replace("system: ALPHA\n", lines)));

        assertThat(run.err()).doesNotContain("OWNSET");
        assertThat(run.status()).as(run.err()).isZero();
    }

    @Test
    void doesNotReplaceAFileByAnExport() throws IOException {
        String own = file("own.yaml", FILE);

        CommandRun run = CommandRun.of("config", "export", own, "--out", own);

        assertThat(run.status()).isEqualTo(2);
        assertThat(Path.of(own)).content().isEqualTo(FILE);
    }

    @Test
    void saysWhatItCannotRead() {
        CommandRun run =
                CommandRun.of("config", "check", directory.resolve("none.yaml").toString());

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("cannot read the configuration").contains("none.yaml");
    }

    private List<Path> copies() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("own.yaml."))
                    .toList();
        }
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }
}
