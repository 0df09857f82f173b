package org.c4igateway.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.c4igateway.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What config export and import write, by the keys and the name of a file. */
class ConfigTransferTest {
    private static final String FILE = """
            c4i:
              system: ALPHA
              database:
                url: jdbc:postgresql://127.0.0.1:1/c4i
                username: alpha_node
                password: stands-in-clear
              destinations: {BRAVO: dds}
              transports: {dds: {enabled: true, domain-id: 7}}
              console:
                enabled: true
                database: {username: alpha_console}
                users:
                  chief: {password: also-stands-in-clear, role: operator}
            """;

    @TempDir
    private Path directory;

    @Test
    void givesEachSecretAVariableOfItsOwnThatStaysTheSame() throws IOException {
        String one = "chief: {password: also-stands-in-clear, role: operator}";
        String more = String.join(
                "\n      ",
                one,
                "\"[kim.a]\": {password: of-kim-stands-in-clear, role: viewer}",
                "kim-a: {password: of-kim2-stands-in-clear, role: viewer}",
                "\"[\uae40]\": {password: of-kim3-stands-in-clear, role: viewer}",
                "\"[\uc774]\": {password: of-lee-stands-in-clear, role: viewer}");

        CommandRun run = CommandRun.of("config", "export", file("alpha.yaml", FILE.replace(one, more)));
        CommandRun without = CommandRun.of(
                "config", "export", file("beta.yaml", FILE.replace(one, more.replaceAll(" +kim-a: .*\n", ""))));

        assertThat(run.status()).as(run.err()).isZero();
        Map<String, String> keys = variables(run);
        assertThat(keys)
                .containsEntry("C4I_CONSOLE_USERS_KIM_A_PASSWORD", "c4i.console.users.kim-a.password")
                .containsValues(
                        "c4i.console.users.[kim.a].password",
                        "c4i.console.users.[\uae40].password",
                        "c4i.console.users.[\uc774].password")
                .hasSize(6);
        assertThat(variables(without)).hasSize(5);
        assertThat(keys).containsAllEntriesOf(variables(without));
    }

    /** Keys of secrets by the name of their variable, as the export tells them. */
    private static Map<String, String> variables(CommandRun run) {
        Map<String, String> keys = new HashMap<>();
        Pattern.compile("set (\\S+) to the secret of (\\S+)")
                .matcher(run.err())
                .results()
                .forEach(found -> keys.put(found.group(1), found.group(2)));
        return keys;
    }

    @Test
    void refusesAFileWhoseFormItsPlaceHasNot() throws IOException {
        Path yaml = Path.of(file("own.yaml", FILE));
        String properties = file("new.properties", "c4i.system=ALPHA\n");

        CommandRun toYaml = CommandRun.of("config", "import", properties, "--to", yaml.toString());
        CommandRun toProperties = CommandRun.of(
                "config",
                "import",
                yaml.toString(),
                "--to",
                directory.resolve("own.properties").toString());
        CommandRun exported = CommandRun.of(
                "config",
                "export",
                yaml.toString(),
                "--out",
                directory.resolve("own.properties").toString());

        assertThat(List.of(toYaml.status(), toProperties.status(), exported.status()))
                .containsOnly(2);
        assertThat(toYaml.err()).contains("own.yaml would be read as YAML, and", "new.properties is not");
        assertThat(toProperties.err()).contains("own.properties would be read as properties, and", "own.yaml is not");
        assertThat(exported.err()).contains("own.properties would be read as properties, and an export is not");
        assertThat(yaml).content().isEqualTo(FILE);
        assertThat(directory.resolve("own.properties")).doesNotExist();
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }
}
