package org.c4igateway.dbbridge.adopt;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The SQL that adopts the tables of a mapping file by triggers, and the SQL that removes it. A superuser of the
 * interface database runs it; each script is one transaction and may be run again.
 *
 * <p>The functions belong to a role without login and run with its rights: the logins of the C4I server need no right
 * in the schema of the gateway, and that of the node none in the tables of the C4I server. Their search path is fixed
 * to the catalogue, so expressions name the schema of whatever else they use.
 */
public final class AdoptionScript {
    private static final String PREFIX = "c4i_adopt_";

    private final MappingFile map;
    private final String owner;

    public AdoptionScript(MappingFile map) {
        this.map = map;
        this.owner = owner(map);
    }

    /** @return SQL that installs the functions and triggers, after removing what an earlier run installed */
    public String installation() {
        StringBuilder sql = new StringBuilder(begin("Adopts"));
        sql.append(clearing()).append(ownership()).append(rights());
        map.outbound().forEach(mapping -> sql.append(new OutboundTrigger(map, mapping).sql()));
        map.inbound().forEach(mapping -> sql.append(new InboundTrigger(map, mapping).sql()));
        return sql.append("\nCOMMIT;\n").toString();
    }

    /** @return SQL that removes all that {@link #installation} made; rows stay where they are */
    public String removal() {
        return begin("Removes the adoption of") + clearing() + """
                DO $c4i$
                BEGIN
                    DROP ROLE IF EXISTS %s;
                EXCEPTION WHEN dependent_objects_still_exist THEN
                    RAISE NOTICE 'role %s stays, because another database of this server uses it';
                END $c4i$;

                COMMIT;
                """.formatted(owner, role(map));
    }

    private static String begin(String what) {
        return """
                -- %s tables of a C4I server for the C4I gateway. Run by a superuser of the interface database:
                --   psql -v ON_ERROR_STOP=1 -d DATABASE -f THIS_FILE
                -- One transaction. It waits 5 s at most for a table that is in use, and changes nothing then.
                BEGIN;
                SET LOCAL lock_timeout = '5s';
                SET LOCAL search_path = pg_catalog, pg_temp;

                """.formatted(what);
    }

    private String clearing() {
        return """
                -- What an earlier run made.
                DO $c4i$
                DECLARE
                    made record;
                BEGIN
                    FOR made IN SELECT t.tgname, t.tgrelid::regclass AS of_table
                        FROM pg_trigger AS t JOIN pg_proc AS p ON p.oid = t.tgfoid
                            JOIN pg_namespace AS n ON n.oid = p.pronamespace
                        WHERE n.nspname = '%1$s' AND NOT t.tgisinternal AND t.tgparentid = 0
                    LOOP
                        EXECUTE format('DROP TRIGGER %%I ON %%s', made.tgname, made.of_table);
                    END LOOP;
                    IF EXISTS (SELECT FROM pg_roles WHERE rolname = '%1$s') THEN
                        DROP OWNED BY %2$s;
                    END IF;
                    DROP SCHEMA IF EXISTS %2$s;
                END $c4i$;

                """.formatted(role(map), owner);
    }

    private String ownership() {
        return """
                -- The role with whose rights the triggers run; nobody logs in as it.
                DO $c4i$
                BEGIN
                    CREATE ROLE %1$s NOLOGIN;
                EXCEPTION WHEN duplicate_object THEN
                    NULL; -- roles belong to the server, and another database of it may have the same mapping
                END $c4i$;
                CREATE SCHEMA %1$s;
                REVOKE ALL ON SCHEMA %1$s FROM PUBLIC;
                GRANT USAGE ON SCHEMA %1$s, c4i TO %1$s;
                """.formatted(owner);
    }

    private String execute(String function) {
        return "GRANT EXECUTE ON FUNCTION c4i." + function + " TO " + owner + ";\n";
    }

    private String rights() {
        StringBuilder sql = new StringBuilder();
        if (map.outbound().stream().anyMatch(mapping -> !mapping.publishes())) {
            sql.append(execute("submit(text, integer, text[], bytea, timestamptz, text, text)"));
        }
        if (!map.outbound().isEmpty()) {
            sql.append(execute("park_row(text, text, bytea)"));
        }
        if (map.outbound().stream().anyMatch(OutboundMapping::publishes)) {
            sql.append(execute("publish(text, integer, bytea, timestamptz, text, text)"));
        }
        sql.append("GRANT USAGE ON SCHEMA ")
                .append(String.join(", ", schemas()))
                .append(" TO ")
                .append(owner)
                .append(";\n");
        map.reads().forEach(table -> grant(sql, "SELECT ON " + table.quoted()));
        map.sequences().forEach(sequence -> grant(sql, "USAGE ON SEQUENCE " + sequence.quoted()));
        for (InboundMapping mapping : map.inbound()) {
            String columns = names(mapping.columns().keySet());
            grant(sql, "INSERT (" + columns + ") ON " + mapping.table().quoted());
            if (mapping.isUpsert()) {
                grant(sql, "SELECT (" + columns + ") ON " + mapping.table().quoted());
            }
            if (mapping.isUpsert() && !mapping.replacedColumns().isEmpty()) {
                grant(
                        sql,
                        "UPDATE (" + names(mapping.replacedColumns()) + ") ON "
                                + mapping.table().quoted());
            }
        }
        return sql.toString();
    }

    private void grant(StringBuilder sql, String right) {
        sql.append("GRANT ").append(right).append(" TO ").append(owner).append(";\n");
    }

    private Set<String> schemas() {
        Set<String> schemas = new LinkedHashSet<>();
        map.outbound().forEach(mapping -> schemas.add(mapping.table().quotedSchema()));
        map.inbound().forEach(mapping -> schemas.add(mapping.table().quotedSchema()));
        map.reads().forEach(table -> schemas.add(table.quotedSchema()));
        map.sequences().forEach(sequence -> schemas.add(sequence.quotedSchema()));
        return schemas;
    }

    /** @return names separated by commas, quoted */
    static String names(Collection<SqlName> columns) {
        return columns.stream().map(SqlName::quoted).collect(Collectors.joining(", "));
    }

    /** @return schema and owner of the functions of a mapping file, quoted */
    static String owner(MappingFile map) {
        return SqlName.quote(role(map));
    }

    /** @return the same as the catalogue has it */
    static String role(MappingFile map) {
        return PREFIX + map.name();
    }
}
