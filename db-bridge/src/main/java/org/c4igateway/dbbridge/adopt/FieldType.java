package org.c4igateway.dbbridge.adopt;

import java.util.List;
import org.c4igateway.dbbridge.adopt.OutboundMapping.Field;

/** Which types the expression of a field may have. */
enum FieldType {
    TEXT("text", "text,varchar,bpchar,name"),
    INTEGER("an integer", "int2,int4,int8"),
    TEXT_OR_ARRAY("text with commas or an array of text", "text,varchar,bpchar,_text,_varchar"),
    BYTES("bytea", "bytea"),
    INSTANT("timestamp with time zone", "timestamptz"),
    CONDITION("boolean", "bool");

    private final String expected;
    private final String postgresTypes;

    FieldType(String expected, String postgresTypes) {
        this.expected = expected;
        this.postgresTypes = postgresTypes;
    }

    static FieldType of(Field field, boolean payloadIsText) {
        return switch (field) {
            case TOPIC, LABEL, SUBJECT -> TEXT;
            case PRECEDENCE -> INTEGER;
            case DESTINATIONS -> TEXT_OR_ARRAY;
            case PAYLOAD -> payloadIsText ? TEXT : BYTES;
            case EXPIRES_AT -> INSTANT;
        };
    }

    /** @return for people */
    String expected() {
        return expected;
    }

    /** @return names of the types in the catalogue of PostgreSQL */
    List<String> postgresTypes() {
        return List.of(postgresTypes.split(","));
    }
}
