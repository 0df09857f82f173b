package org.c4igateway.lab.chaos.fault;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dbbridge.jdbc.AdvisoryLock;
import org.c4igateway.lab.chaos.system.ChaosSystem;
import org.jspecify.annotations.Nullable;

/** Faults of a database server, and of others who use it. */
final class ServerFaults {
    private static final List<String> LOCKED = List.of(
            "c4i.outbox in share mode",
            "c4i.inbox in share mode",
            "c4i.delivery in access exclusive mode",
            "c4i.inbox in access exclusive mode",
            "c4i.outbox in access exclusive mode",
            "c4i.reader_position in access exclusive mode",
            "c4i.ledger_entry in exclusive mode",
            "c4i.lease in share mode");
    private static final String HOLDERS = "select pid from pg_locks where locktype = 'advisory' and granted"
            + " and (classid, objid) = (" + AdvisoryLock.ACTIVE_BRIDGE.keys() + ")"
            + " and database = (select oid from pg_database where datname = current_database())";
    private static final String SESSIONS =
            "select pg_terminate_backend(pid) from pg_stat_activity where usename = ? and pid %s in (" + HOLDERS + ")";
    private static final int MAX_CONNECTIONS = 1_000;

    private ServerFaults() {}

    static Fault stop(ChaosSystem system) {
        return Fault.of(
                () -> system.server().stopImmediately(), () -> system.server().startAgain());
    }

    static Fault kill(ChaosSystem system) {
        return Fault.of(() -> system.server().kill(), () -> system.server().startAgain());
    }

    static Fault failOver(ChaosSystem system) {
        return Fault.of(() -> system.server().kill(), system::failOver);
    }

    /** @param lease the connection that holds the lease; else all others of the node */
    static Fault terminate(ChaosSystem system, boolean lease) {
        String sql = SESSIONS.formatted(lease ? "" : "not");
        return Fault.of(
                () -> {
                    try (Connection connection = system.database().openOwner();
                            PreparedStatement statement = connection.prepareStatement(sql)) {
                        statement.setString(1, system.database().bridge().user());
                        statement.execute();
                    }
                },
                () -> {}); // the node connects again
    }

    static Fault lock(ChaosSystem system, double strength) {
        String lock = LOCKED.get((int) (strength * LOCKED.size()));
        return new OpenTransaction(system, List.of("set local lock_timeout = '5s'", "lock table " + lock), List.of());
    }

    /** @param strength chooses how many days ahead are made; days that exist cost nothing */
    static Fault dump(ChaosSystem system, double strength) {
        int days = 10 + (int) (strength * 40);
        return new OpenTransaction(
                system,
                List.of(
                        "set transaction isolation level repeatable read",
                        "select count(*) from c4i.outbox",
                        "select count(*) from c4i.inbox",
                        "select count(*) from c4i.delivery"),
                List.of(
                        "select c4i.create_partition('outbox', c4i.today() + " + days + ")",
                        "select c4i.create_partition('delivery', c4i.today() + " + days + ")",
                        "select c4i.create_partition('inbox', c4i.today() + " + days + ")"));
    }

    static Fault connections(ChaosSystem system) {
        return new Fault() {
            private final List<Connection> taken = new ArrayList<>();

            @Override
            public void begin() throws SQLException {
                while (taken.size() < MAX_CONNECTIONS) {
                    try {
                        taken.add(system.database().openApp());
                    } catch (SQLException e) {
                        if ("53300".equals(e.getSQLState())) {
                            return; // all are taken
                        }
                        throw e;
                    }
                }
            }

            @Override
            public void end() throws SQLException {
                for (Connection connection : taken) {
                    connection.close();
                }
            }
        };
    }

    /** A transaction of another client that stays open, and what others do meanwhile. */
    private static final class OpenTransaction implements Fault {
        private final ChaosSystem system;
        private final List<String> statements;
        private final List<String> meanwhile;
        private @Nullable Connection connection;

        OpenTransaction(ChaosSystem system, List<String> statements, List<String> meanwhile) {
            this.system = system;
            this.statements = statements;
            this.meanwhile = meanwhile;
        }

        @Override
        public void begin() throws SQLException {
            Connection opened = system.database().openOwner();
            connection = opened;
            opened.setAutoCommit(false);
            run(opened, statements);
            if (!meanwhile.isEmpty()) {
                try (Connection other = system.database().openOwner()) {
                    run(other, meanwhile);
                }
            }
        }

        private static void run(Connection on, List<String> all) throws SQLException {
            try (Statement statement = on.createStatement()) {
                for (String sql : all) {
                    statement.execute(sql);
                }
            }
        }

        @Override
        public void end() throws SQLException {
            Connection opened = connection;
            if (opened != null) {
                opened.close();
            }
        }
    }
}
