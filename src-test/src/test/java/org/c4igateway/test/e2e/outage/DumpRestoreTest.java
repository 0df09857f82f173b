package org.c4igateway.test.e2e.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dbbridge.database.InstalledPostgres;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.test.e2e.mesh.C4iServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A database is dumped while its node runs, its machine is lost, and the dump is restored on a new server. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class DumpRestoreTest {
    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @TempDir
    Path files;

    @Test
    void aDatabaseRestoredFromADumpGetsBackWhatItLostAndNothingTwice(PostgresServer other)
            throws SQLException, InterruptedException, IOException {
        Optional<Path> programs = InstalledPostgres.programs();
        assumeThat(programs).as("the programs of a PostgreSQL server").isPresent();
        try (InstalledPostgres installed = InstalledPostgres.start(programs.orElseThrow())) {
            TestMesh testMesh = logs.show(TestMesh.pair("dump-restore", Middleware.JMS, other, installed.server()));
            try {
                admitOnlyItsOwn(testMesh.server("BRAVO"));
                testMesh.start();
                new RestoreDrill(testMesh, files).run(backup(installed, testMesh));
                assertThat(mayConnect(testMesh.server("BRAVO")))
                        .as("after the restore as before the dump")
                        .containsExactly("test_app", "test_bridge", "test_console");
            } finally {
                logs.closeAll();
            }
        }
    }

    /** As 'database prepare' does with a database that it makes. */
    private static void admitOnlyItsOwn(C4iServer server) throws SQLException {
        TestDatabase database = server.database();
        database.execute("CREATE ROLE test_stranger LOGIN");
        database.execute("REVOKE ALL ON DATABASE " + database.name() + " FROM PUBLIC");
        database.execute("GRANT CONNECT ON DATABASE " + database.name() + " TO test_app, test_bridge, test_console");
    }

    private static List<String> mayConnect(C4iServer server) throws SQLException {
        return server.database()
                .column("SELECT rolname FROM pg_roles WHERE rolname LIKE 'test\\_%'"
                        + " AND has_database_privilege(rolname, current_database(), 'CONNECT') ORDER BY rolname");
    }

    /** As the operations page says. */
    private RestoreDrill.Backup backup(InstalledPostgres installed, TestMesh testMesh) {
        String database = testMesh.server("BRAVO").database().name();
        String roles = files.resolve("roles.sql").toString();
        String dump = files.resolve("c4i.dump").toString();
        return new RestoreDrill.Backup() {
            @Override
            public void take() {
                installed.run("pg_dumpall", "--roles-only", "-f", roles);
                installed.run("pg_dump", "-Fc", "-f", dump, database);
            }

            @Override
            public void putBack() throws IOException {
                installed.loseCluster();
                installed.run("psql", "-d", "postgres", "-f", roles);
                installed.run("pg_restore", "-C", "-d", "postgres", "--exit-on-error", dump);
                installed.run("psql", "-d", database, "-c", "SELECT c4i.after_restore()");
            }
        };
    }
}
