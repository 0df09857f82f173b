package org.c4igateway.dbbridge.database;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link TestDatabase} of their own as parameter, on one {@link PostgresServer} for the whole run, which
 * can be a parameter too. When the system property {@code test.postgres.kept} is set, that server stays until the
 * process ends: a tool that makes a run of each test then starts it once.
 */
public final class PostgresExtension implements ParameterResolver, ExecutionCondition {
    private static final Namespace NAMESPACE = Namespace.create(PostgresExtension.class);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return PostgresServer.whyUnavailable()
                .map(reason -> ConditionEvaluationResult.disabled("no PostgreSQL server: " + reason))
                .orElse(ConditionEvaluationResult.enabled("there is a PostgreSQL server"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == TestDatabase.class || type == PostgresServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        PostgresServer server = server(context);
        if (parameter.getParameter().getType() == PostgresServer.class) {
            return server;
        }
        return context.getStore(NAMESPACE)
                .computeIfAbsent(parameter.getIndex(), key -> server.database(), TestDatabase.class);
    }

    private static PostgresServer server(ExtensionContext context) {
        if (Boolean.getBoolean("test.postgres.kept")) {
            return Kept.SERVER;
        }
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(PostgresServer.class, key -> PostgresServer.start(), PostgresServer.class);
    }

    /** Started when first asked for. */
    private static final class Kept {
        static final PostgresServer SERVER = PostgresServer.start();
    }
}
