package org.c4igateway.dbbridge.schema;

import javax.sql.DataSource;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** The schema as an earlier release made it, to be brought up to date by a test. */
final class OlderSchema {
    private OlderSchema() {}

    static void make(DataSource owner, String version) {
        new FluentConfiguration()
                .dataSource(owner)
                .schemas("c4i")
                .defaultSchema("c4i")
                .table("schema_history")
                .locations("classpath:db/migration")
                .createSchemas(true)
                .placeholderReplacement(false)
                .target(version)
                .load()
                .migrate();
    }
}
