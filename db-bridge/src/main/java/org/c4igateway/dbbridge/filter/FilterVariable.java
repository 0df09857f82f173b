package org.c4igateway.dbbridge.filter;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;

/** The variables of expressions: fields of the envelope, the payload, and the precedences as numbers. */
enum FilterVariable {
    TOPIC("topic", SimpleType.STRING),
    NAME("name", SimpleType.STRING),
    ORIGIN("origin", SimpleType.STRING),
    SEQUENCE("sequence", SimpleType.INT),
    PRECEDENCE("precedence", SimpleType.INT),
    DESTINATIONS("destinations", ListType.create(SimpleType.STRING)),
    CREATED("created", SimpleType.TIMESTAMP),
    EXPIRES("expires", SimpleType.TIMESTAMP),
    LABEL("label", SimpleType.STRING),
    SUBJECT("subject", SimpleType.STRING),
    SIZE("size", SimpleType.INT),
    MTF("mtf", MtfFunctions.TYPE),
    FLASH("FLASH", SimpleType.INT),
    IMMEDIATE("IMMEDIATE", SimpleType.INT),
    PRIORITY("PRIORITY", SimpleType.INT),
    ROUTINE("ROUTINE", SimpleType.INT);

    /** Latest time that the language knows; stands for no expiry. */
    private static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

    private static final Map<String, FilterVariable> BY_NAME =
            Stream.of(values()).collect(Collectors.toMap(FilterVariable::word, variable -> variable));

    private final String word;
    private final CelType type;

    FilterVariable(String word, CelType type) {
        this.word = word;
        this.type = type;
    }

    static Optional<FilterVariable> of(String word) {
        return Optional.ofNullable(BY_NAME.get(word));
    }

    String word() {
        return word;
    }

    CelType type() {
        return type;
    }

    Object value(FilteredMessage filtered) {
        Message message = filtered.message();
        return switch (this) {
            case TOPIC -> message.topicId();
            case NAME -> filtered.name();
            case ORIGIN -> message.id().origin().value();
            case SEQUENCE -> message.id().sequence();
            case PRECEDENCE -> number(message.precedence());
            case DESTINATIONS ->
                message.destinations().stream().map(SystemName::value).toList();
            case CREATED -> message.createdAt();
            case EXPIRES -> message.expiresAt().isBefore(NEVER) ? message.expiresAt() : NEVER;
            case LABEL -> message.label();
            case SUBJECT -> message.subject();
            case SIZE -> (long) message.payload().length;
            case MTF -> filtered.document();
            case FLASH -> number(Precedence.FLASH);
            case IMMEDIATE -> number(Precedence.IMMEDIATE);
            case PRIORITY -> number(Precedence.PRIORITY);
            case ROUTINE -> number(Precedence.ROUTINE);
        };
    }

    private static long number(Precedence precedence) {
        return precedence.code();
    }
}
