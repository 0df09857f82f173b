package org.c4igateway.dbbridge.adopt;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dbbridge.adopt.OutboundMapping.Field;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.yaml.YamlNode;

/**
 * Compares a mapping file with the interface database: tables, columns, types, and what the first rows would be as
 * messages. Changes nothing: all happens in a transaction that can only read, and statements that would write are
 * planned only. Used by one thread.
 */
public final class AdoptionCheck implements AutoCloseable {
    private static final int SAMPLE_ROWS = 10;
    /** So many rows are judged one by one when the condition fails for one of them. */
    private static final int MAX_JUDGED = 10_000;

    private final Connection connection;
    private final MappingFile map;
    private final TopicCatalogue catalogue;
    private final List<String> findings = new ArrayList<>();

    /** Begins the transaction; the connection stays the caller's. */
    public AdoptionCheck(Connection connection, MappingFile map, TopicCatalogue catalogue) throws SQLException {
        this.connection = connection;
        this.map = map;
        this.catalogue = catalogue;
        connection.setAutoCommit(false);
        execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        execute("SET LOCAL search_path = pg_catalog, pg_temp");
        execute("SET LOCAL statement_timeout = '30s'");
    }

    /** @return what is wrong, each with its place in the file; empty when the mappings fit the database */
    public List<String> findings() throws SQLException {
        findings.clear();
        for (SqlName table : map.reads()) {
            requireRelation("reads", table);
        }
        for (SqlName sequence : map.sequences()) {
            requireRelation("sequences", sequence);
        }
        for (OutboundMapping mapping : map.outbound()) {
            check(mapping);
        }
        for (InboundMapping mapping : map.inbound()) {
            new InboundCheck(this, map, mapping).run();
        }
        return List.copyOf(findings);
    }

    private void requireRelation(String section, SqlName name) throws SQLException {
        if (relationKind(name).isEmpty()) {
            findings.add(section + ": there is no " + name);
        }
    }

    private void check(OutboundMapping mapping) throws SQLException {
        if (!isTable(mapping.place(), mapping.table())) {
            return;
        }
        if (isPartitioned(mapping.table())) {
            add(mapping.place().fault("table: " + mapping.table() + OutboundTrigger.PARTITIONED));
        }
        for (SqlName column : mapping.key()) {
            if (!hasColumn(mapping.table(), column)) {
                add(mapping.place().fault("key: " + mapping.table() + " has no column " + column));
            }
        }
        for (Field field : Field.values()) {
            SqlExpression expression = mapping.fields().get(field);
            if (expression != null) {
                requireType(mapping, field.key(), expression, FieldType.of(field, mapping.payloadIsText()));
            }
        }
        if (mapping.condition().isPresent()) {
            requireType(mapping, "when", mapping.condition().get(), FieldType.CONDITION);
        }
    }

    private void requireType(OutboundMapping mapping, String key, SqlExpression expression, FieldType wanted)
            throws SQLException {
        String sql = "SELECT " + expression.sql() + " FROM " + mapping.table().quoted() + " AS t LIMIT 0";
        Optional<String> refusal = attempt(() -> {
            try (PreparedStatement statement = connection.prepareStatement(sql);
                    ResultSet none = statement.executeQuery()) {
                String type = none.getMetaData().getColumnTypeName(1);
                if (!wanted.postgresTypes().contains(type)) {
                    findings.add(expression
                            .fault(key + ": is " + type + ", not " + wanted.expected())
                            .getMessage());
                }
            }
        });
        refusal.ifPresent(reason -> add(expression.fault(key + ": " + reason)));
    }

    /** The first rows that fulfil the condition, as they would be sent now; call it when there are no findings. */
    public List<SampleRow> samples(OutboundMapping mapping) throws SQLException {
        String key = String.join(
                " || ', ' || ",
                mapping.key().stream()
                        .map(column -> "coalesce(t." + column.quoted() + "::text, 'null')")
                        .toList());
        String condition =
                mapping.condition().map(when -> " WHERE " + when.sql()).orElse("");
        List<SampleRow> rows = new ArrayList<>();
        Optional<String> refusal = attempt(() -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT " + key
                            + ", t.tableoid::text, t.ctid::text FROM "
                            + mapping.table().quoted() + " AS t" + condition
                            + " LIMIT " + SAMPLE_ROWS);
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows.add(sample(mapping, row.getString(1), row.getString(2), row.getString(3)));
                }
            }
        });
        return refusal.isEmpty() ? rows : oneByOne(mapping, key, refusal.get());
    }

    /** The condition fails for a row: each is judged by itself. */
    private List<SampleRow> oneByOne(OutboundMapping mapping, String key, String refusal) throws SQLException {
        String from = " FROM " + mapping.table().quoted() + " AS t";
        String condition = mapping.condition().map(SqlExpression::sql).orElse("true");
        List<SampleRow> rows = new ArrayList<>();
        try (PreparedStatement all = connection.prepareStatement(
                        "SELECT " + key + ", t.tableoid::text, t.ctid::text" + from + " LIMIT " + MAX_JUDGED);
                PreparedStatement one = connection.prepareStatement(
                        "SELECT " + condition + from + " WHERE t.tableoid = ?::oid AND t.ctid = ?::tid");
                ResultSet row = all.executeQuery()) {
            while (rows.size() < SAMPLE_ROWS && row.next()) {
                List<Boolean> wanted = new ArrayList<>();
                one.setString(1, row.getString(2));
                one.setString(2, row.getString(3));
                Optional<String> reason = attempt(() -> {
                    try (ResultSet judged = one.executeQuery()) {
                        wanted.add(judged.next() && judged.getBoolean(1));
                    }
                });
                if (reason.isPresent()) {
                    rows.add(SampleRow.unusable(row.getString(1), "when: " + reason.get()));
                } else if (wanted.contains(true)) {
                    rows.add(sample(mapping, row.getString(1), row.getString(2), row.getString(3)));
                }
            }
        }
        return rows.stream().allMatch(row -> row.problems().isEmpty())
                ? List.of(SampleRow.unusable("", refusal))
                : rows;
    }

    private SampleRow sample(OutboundMapping mapping, String key, String table, String place) throws SQLException {
        String payload = mapping.sql(Field.PAYLOAD, "");
        String sql = "SELECT " + mapping.sql(Field.TOPIC, "") + "::text, " + mapping.sql(Field.PRECEDENCE, "")
                + "::integer, translate(" + mapping.sql(Field.DESTINATIONS, "'" + SampleRow.SUBSCRIBERS + "'")
                + "::text, '{} ', ''), octet_length("
                + (mapping.payloadIsText() ? "convert_to(" + payload + ", '" + map.postgresEncoding() + "')" : payload)
                + "), " + mapping.sql(Field.SUBJECT, "''") + "::text, "
                + mapping.sql(Field.EXPIRES_AT, "NULL::timestamptz") + " < now() FROM "
                + mapping.table().quoted()
                + " AS t WHERE t.tableoid = ?::oid AND t.ctid = ?::tid";
        List<SampleRow> found = new ArrayList<>();
        Optional<String> refusal = attempt(() -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, table);
                statement.setString(2, place);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    found.add(SampleRow.of(key, row, catalogue));
                }
            }
        });
        return refusal.map(reason -> SampleRow.unusable(key, reason)).orElseGet(found::getFirst);
    }

    /** @return how many of the triggers of the file are there, and enabled */
    public int installedTriggers() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT count(*) FROM pg_trigger AS t"
                + " JOIN pg_proc AS p ON p.oid = t.tgfoid JOIN pg_namespace AS n ON n.oid = p.pronamespace"
                + " WHERE n.nspname = ? AND NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled <> 'D'")) {
            statement.setString(1, AdoptionScript.role(map));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** Something that the database may refuse without spoiling the transaction. */
    interface Attempt {
        void run() throws SQLException;
    }

    /** @return why the database refused it; empty when it did not */
    Optional<String> attempt(Attempt attempt) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            attempt.run();
            connection.releaseSavepoint(before);
            return Optional.empty();
        } catch (SQLException e) {
            connection.rollback(before);
            return Optional.of(
                    String.valueOf(e.getMessage()).lines().findFirst().orElse("refused"));
        }
    }

    /** Plans a statement without executing it. */
    Optional<String> plan(String sql) throws SQLException {
        return attempt(() -> execute("EXPLAIN " + sql));
    }

    boolean isTable(YamlNode place, SqlName table) throws SQLException {
        String kind = relationKind(table).orElse("");
        if (!kind.equals("r") && !kind.equals("p")) {
            add(place.fault("table: " + (kind.isEmpty() ? "there is no " + table : table + " is not a table")));
            return false;
        }
        return true;
    }

    private boolean isPartitioned(SqlName table) throws SQLException {
        return !strings(
                        "SELECT oid FROM pg_class WHERE oid = to_regclass(?) AND (relkind = 'p' OR relispartition)",
                        table.quoted())
                .isEmpty();
    }

    boolean hasColumn(SqlName table, SqlName column) throws SQLException {
        return !strings(
                        "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(?) AND attname = ? AND attnum > 0"
                                + " AND NOT attisdropped",
                        table.quoted(),
                        column.last())
                .isEmpty();
    }

    private Optional<String> relationKind(SqlName name) throws SQLException {
        return strings("SELECT relkind FROM pg_class WHERE oid = to_regclass(?)", name.quoted()).stream()
                .findFirst();
    }

    /** @return first column of all rows */
    List<String> strings(String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            List<String> values = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    values.add(row.getString(1));
                }
            }
            return values;
        }
    }

    void add(YamlNode.Fault fault) {
        findings.add(String.valueOf(fault.getMessage()));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Ends the transaction. */
    @Override
    public void close() throws SQLException {
        connection.rollback();
    }
}
