package org.c4igateway.dbbridge.filter;

import dev.cel.runtime.CelVariableResolver;
import java.util.Optional;
import org.c4igateway.core.message.Message;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.jspecify.annotations.Nullable;

/** A message as input of an expression. Its payload is parsed when the expression first uses it. Used by one thread. */
final class FilteredMessage implements CelVariableResolver {
    private final Message message;
    private final String name;
    private @Nullable MtfDocument document;

    /** @param name MTF name of the message's topic */
    FilteredMessage(Message message, String name) {
        this.message = message;
        this.name = name;
    }

    @Override
    public Optional<Object> find(String variable) {
        return FilterVariable.of(variable).map(known -> known.value(this));
    }

    Message message() {
        return message;
    }

    String name() {
        return name;
    }

    MtfDocument document() {
        MtfDocument read = document;
        if (read == null) {
            read = MtfParser.parse(message.payload(), MtfProfile.LENIENT);
            document = read;
        }
        return read;
    }
}
