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

/** Whether a supervisor should start a node again that did not start. */
class ServiceStartTest extends DatabaseCommandFixture {
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
