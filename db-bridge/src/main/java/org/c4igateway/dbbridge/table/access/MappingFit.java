package org.c4igateway.dbbridge.table.access;

import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.dbbridge.adopt.SqlExpression;
import org.c4igateway.dbbridge.adopt.SqlName;
import org.c4igateway.topics.yaml.YamlNode;

/**
 * Asks a database elsewhere about one mapping. Statements are planned, or return no row; none is executed that would
 * change anything. Used by one thread.
 */
public final class MappingFit {
    private static final String ENGINE = """
            SELECT t.engine FROM information_schema.tables AS t JOIN information_schema.engines AS e ON e.engine = t.engine
            WHERE t.table_schema = ? AND t.table_name = ? AND e.transactions = 'NO'
            """;

    private final Connection connection;
    private final YamlNode place;
    private final SqlName table;
    private final List<String> findings = new ArrayList<>();

    public MappingFit(Connection connection, YamlNode place, SqlName table) {
        this.connection = connection;
        this.place = place;
        this.table = table;
    }

    public List<String> findings() {
        return List.copyOf(findings);
    }

    public void add(String finding) {
        findings.add(String.valueOf(place.fault(finding).getMessage()));
    }

    public void add(SqlExpression at, String finding) {
        findings.add(String.valueOf(at.fault(finding).getMessage()));
    }

    /**
     * Whether the table can take back what a transaction wrote; before all else, because engines that cannot may refuse
     * savepoints as well.
     *
     * @return false when it cannot, which is a finding
     */
    public boolean isTransactional() throws SQLException {
        if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            return true;
        }
        try (PreparedStatement query = connection.prepareStatement(ENGINE)) {
            query.setString(1, table.parts().getFirst());
            query.setString(2, table.last());
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    return true;
                }
                add("table: " + table + " has the engine " + row.getString(1)
                        + ", which has no transactions; ALTER TABLE " + table + " ENGINE = InnoDB");
                return false;
            }
        }
    }

    /** @return JDBC type by column; empty when there is no such table, which is a finding */
    public Map<String, Integer> columns() throws SQLException {
        Map<String, Integer> columns = new LinkedHashMap<>();
        Optional<String> refusal = attempt(() -> {
            try (PreparedStatement statement =
                            connection.prepareStatement("SELECT t.* FROM " + table.quoted() + " AS t WHERE 1 = 0");
                    ResultSet none = statement.executeQuery()) {
                ResultSetMetaData found = none.getMetaData();
                for (int i = 1; i <= found.getColumnCount(); i++) {
                    columns.put(found.getColumnName(i), found.getColumnType(i));
                }
            }
        });
        refusal.ifPresent(reason -> add("table: " + reason));
        return columns;
    }

    public void requireColumns(String key, Iterable<SqlName> wanted, Map<String, Integer> there) {
        for (SqlName column : wanted) {
            // MariaDB compares names of columns without regard to case.
            if (there.keySet().stream().noneMatch(column.last()::equalsIgnoreCase)) {
                add(key + ": " + table + " has no column " + column);
            }
        }
    }

    /** @return JDBC type of an expression on the table; empty when it is refused, which is a finding */
    public Optional<Integer> type(String key, SqlExpression expression) throws SQLException {
        List<Integer> found = new ArrayList<>();
        Optional<String> refusal = attempt(() -> {
            try (PreparedStatement statement = connection.prepareStatement(
                            "SELECT " + expression.sql() + " FROM " + table.quoted() + " AS t WHERE 1 = 0");
                    ResultSet none = statement.executeQuery()) {
                found.add(none.getMetaData().getColumnType(1));
            }
        });
        refusal.ifPresent(reason -> add(expression, key + ": " + reason));
        return found.stream().findFirst();
    }

    /** @return why a statement with parameters cannot be planned */
    public Optional<String> plan(String sql) throws SQLException {
        return attempt(() -> {
            try (PreparedStatement statement = connection.prepareStatement("EXPLAIN " + sql)) {
                ParameterMetaData parameters = statement.getParameterMetaData();
                for (int i = 1; i <= parameters.getParameterCount(); i++) {
                    statement.setNull(i, Types.NULL);
                }
                statement.execute();
            }
        });
    }

    /** Something that the database may refuse. */
    private interface Attempt {
        void run() throws SQLException;
    }

    private Optional<String> attempt(Attempt attempt) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            attempt.run();
            connection.releaseSavepoint(before);
            return Optional.empty();
        } catch (SQLException e) {
            if (!ForeignRefusal.mayBeOfOneRow(e)) {
                throw e;
            }
            connection.rollback(before);
            return Optional.of(ForeignRefusal.words(e));
        }
    }
}
