package org.c4igateway.dbbridge.table.outbound;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.dbbridge.adopt.BridgeStatements;
import org.c4igateway.dbbridge.adopt.OutboundMapping;
import org.c4igateway.dbbridge.adopt.OutboundMapping.Field;
import org.c4igateway.dbbridge.adopt.SqlExpression;
import org.c4igateway.dbbridge.table.access.MappingFit;

/** Whether an outbound mapping fits its table elsewhere. */
public final class SourceFit {
    private static final Set<Integer> WHOLE = Set.of(Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT);
    private static final Set<Integer> NUMBERS = Set.of(
            Types.TINYINT,
            Types.SMALLINT,
            Types.INTEGER,
            Types.BIGINT,
            Types.DECIMAL,
            Types.NUMERIC,
            Types.REAL,
            Types.FLOAT,
            Types.DOUBLE,
            Types.NULL);
    private static final Set<Integer> BYTES = Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);

    private final Connection connection;
    private final OutboundMapping mapping;
    private final MappingFit fit;

    public SourceFit(Connection connection, OutboundMapping mapping) {
        this.connection = connection;
        this.mapping = mapping;
        this.fit = new MappingFit(connection, mapping.place(), mapping.table());
    }

    public List<String> findings() throws SQLException {
        if (!fit.isTransactional()) {
            return fit.findings();
        }
        Map<String, Integer> columns = fit.columns();
        if (columns.isEmpty()) {
            return fit.findings();
        }
        fit.requireColumns("key", mapping.key(), columns);
        fit.requireColumns("taken", mapping.polling().taken().keySet(), columns);
        fit.requireColumns("settled", mapping.polling().settled().keySet(), columns);
        fit.requireColumns("watermark", mapping.polling().watermark().stream().toList(), columns);
        mapping.polling()
                .watermark()
                .filter(column -> columns.containsKey(column.last()) && !WHOLE.contains(columns.get(column.last())))
                .ifPresent(column -> fit.add("watermark: column " + column + " has no whole numbers"));
        for (Field field : Field.values()) {
            SqlExpression expression = mapping.fields().get(field);
            if (expression != null) {
                Optional<Integer> type = fit.type(field.key(), expression);
                if (type.isPresent()) {
                    require(field, expression, type.get());
                }
            }
        }
        if (mapping.condition().isPresent()) {
            fit.type("when", mapping.condition().get());
        }
        if (fit.findings().isEmpty()) {
            planWrites();
        }
        return fit.findings();
    }

    private void require(Field field, SqlExpression expression, int type) {
        switch (field) {
            case PRECEDENCE, EXPIRES_AT -> {
                if (!NUMBERS.contains(type)) {
                    fit.add(expression, field.key() + ": is no number");
                }
            }
            case PAYLOAD -> {
                if (BYTES.contains(type) == mapping.payloadIsText()) {
                    fit.add(
                            expression,
                            mapping.payloadIsText()
                                    ? "payload: is bytes; write 'payload-type: bytes'"
                                    : "payload: is no bytes; leave 'payload-type' out");
                }
            }
            case TOPIC, DESTINATIONS, LABEL, SUBJECT -> {
                // Everything can be read as text.
            }
        }
    }

    private void planWrites() throws SQLException {
        BridgeStatements statements = new BridgeStatements(mapping);
        boolean postgres = connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
        fit.plan(statements.query(0, false)).ifPresent(fit::add);
        if (!mapping.polling().taken().isEmpty()) {
            fit.plan(statements.mark()).ifPresent(reason -> fit.add("taken: " + reason));
        }
        if (!mapping.polling().settled().isEmpty()) {
            fit.plan(statements.settle(postgres)).ifPresent(reason -> fit.add("settled: " + reason));
        }
    }
}
