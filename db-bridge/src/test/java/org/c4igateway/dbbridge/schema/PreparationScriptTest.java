package org.c4igateway.dbbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreparationScriptTest {
    private static final PreparedLogin NODE = new PreparedLogin("alpha_node", "c4i_bridge", "node");
    private static final String QUOTED = "\"c4i \"\"it's\"\"\"";

    private final PreparationScript script = new PreparationScript("c4i \"it's\"", List.of(NODE));

    @Test
    void quotesNames() {
        assertThat(script.database()).isEqualTo("CREATE DATABASE " + QUOTED + " TEMPLATE template0 ENCODING 'UTF8'");
        assertThat(script.closing()).isEqualTo("REVOKE ALL ON DATABASE " + QUOTED + " FROM PUBLIC");
        assertThat(script.connecting()).isEqualTo("GRANT CONNECT ON DATABASE " + QUOTED + " TO \"alpha_node\"");
    }

    @Test
    void makesGroupRolesBeforeTheLoginsThatAreTheirMembers() {
        assertThat(script.roles())
                .containsExactly(
                        role("c4i_owner", "NOLOGIN"),
                        role("c4i_bridge", "NOLOGIN"),
                        role("c4i_app", "NOLOGIN"),
                        role("c4i_console", "NOLOGIN"),
                        role("c4i_history", "NOLOGIN"),
                        role("alpha_node", "LOGIN"),
                        "GRANT c4i_bridge TO \"alpha_node\"");
        assertThat(PreparationScript.admittingHistory()).isEqualTo("SELECT c4i.admit_history()");
    }

    /** The database is made, and closed to others, only where it is not there. */
    @Test
    void writesAllOfItForPsql() {
        Stream<String> roles = script.roles().stream().map(sql -> sql + ";");
        Stream<String> others = Stream.of(
                role("c4i_migrator", "LOGIN") + ";",
                "GRANT c4i_owner TO c4i_migrator WITH ADMIN OPTION;",
                "SELECT unnest(ARRAY['" + script.database().replace("'", "''") + "', '"
                        + script.closing().replace("'", "''")
                        + "']) WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'c4i \"it''s\"') \\gexec",
                script.connecting() + ";",
                "GRANT CONNECT, CREATE ON DATABASE " + QUOTED + " TO c4i_migrator;",
                "-- psql hashes a password before it sends it.",
                "\\password \"alpha_node\"",
                "\\password \"c4i_migrator\"");

        assertThat(script.forPsql().lines().skip(2))
                .containsExactlyElementsOf(Stream.concat(roles, others).toList());
    }

    @Test
    void namesLoginsByTheirSystem() {
        assertThat(PreparedLogin.of("HQ.ARMY-1"))
                .containsExactly(
                        new PreparedLogin("hq_army_1_node", "c4i_bridge", "node"),
                        new PreparedLogin("hq_army_1_app", "c4i_app", "C4I server"),
                        new PreparedLogin("hq_army_1_console", "c4i_console", "console"),
                        new PreparedLogin("hq_army_1_history", "c4i_history", "history service"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "alpha", "A B", "A\"; DROP", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456"})
    void refusesASystemThatCannotHaveThatName(String system) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PreparedLogin.of(system))
                .withMessageContaining("is not 1 to 32 of");
    }

    private static String role(String name, String kind) {
        return "DO $$ BEGIN CREATE ROLE \"" + name + "\" " + kind
                + "; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$";
    }
}
