package org.c4igateway.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.c4igateway.cli.CommandRun;
import org.c4igateway.cli.DatabaseCommandFixture;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a supervisor should start a node again that did not start. */
class ServiceStartTest extends DatabaseCommandFixture {
    /** Of a network for documentation, which no machine has. */
    private static final String MISSING = "203.0.113.77";

    @Test
    void isNotToBeStartedAgainWithAWrongConfiguration() throws IOException, SQLException {
        assertThat(start(newDatabase().url(), "c4i.no-such-key=1")).isEqualTo(ExitStatus.USAGE);
    }

    @Test
    void isToBeStartedAgainWhereTheDatabaseIsNotThereYet() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();

        assertThat(start(database.url().replaceFirst("/[^/?]*(\\?|$)", "/not_made_yet$1")))
                .isEqualTo(ExitStatus.NEGATIVE);
    }

    @ParameterizedTest
    @ValueSource(strings = {MISSING, "not-there-yet0"})
    void isToBeStartedAgainWhereAnInterfaceIsNotThereYet(String missing) throws IOException, SQLException {
        assertThat(start(
                        newDatabase().url(),
                        "c4i.transports.dds.enabled=true",
                        "c4i.transports.dds.network.interfaces=" + missing))
                .isEqualTo(ExitStatus.NEGATIVE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"c4i.transports.jms.host", "server.address"})
    void isToBeStartedAgainWhereItsNameHasNoAddressYet(String key) throws IOException, SQLException {
        assertThat(start(newDatabase().url(), key + "=not-yet.invalid")).isEqualTo(ExitStatus.NEGATIVE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"repository=127.0.0.1:3000", "interfaces=192.0.2.300"})
    void isNotToBeStartedAgainWithASettingThatDdsCannotHave(String setting) throws IOException, SQLException {
        assertThat(start(
                        newDatabase().url(),
                        "c4i.transports.dds.enabled=true",
                        "c4i.transports.dds.network." + setting))
                .isEqualTo(ExitStatus.USAGE);
    }

    @ParameterizedTest
    @CsvSource({MISSING + ", 127.0.0.1", "127.0.0.1, " + MISSING})
    void isToBeStartedAgainAsAGatewayWhoseInterfaceIsNotThereYet(String ofSite, String ofLink) throws IOException {
        String file = file("wan.yaml", """
                c4i:
                  wan:
                    site: NORTH
                    lan: {domain-id: 7, network: {interfaces: [%s]}}
                    links:
                      SOUTH: {peers: {SOUTH: '127.0.0.1:7601'}, interfaces: [%s], rate: 128kbit, insecure: true}
                server: {address: 127.0.0.1, port: 0}
                """.formatted(ofSite, ofLink));

        assertThat(CommandRun.of("wan", "--config", file).status()).isEqualTo(ExitStatus.NEGATIVE);
    }

    private int start(String url, String... overrides) throws IOException {
        Path file = directory.resolve("node.yaml");
        Files.writeString(file, """
                c4i:
                  system: ALPHA
                  database: {url: '%s', username: postgres, password: none}
                  destinations: {BRAVO: jms}
                  transports:
                    jms:
                      enabled: true
                      host: 127.0.0.1
                      port: 0
                      credentials: {user: gateway, password: of-this-test}
                      peers: {BRAVO: '127.0.0.1:1'}
                server: {address: 127.0.0.1, port: 0}
                """.formatted(url));
        String[] words = new String[3 + overrides.length];
        words[0] = "node";
        words[1] = "--config";
        words[2] = file.toString();
        System.arraycopy(overrides, 0, words, 3, overrides.length);
        return CommandRun.of(words).status();
    }
}
