package org.c4igateway.dbbridge.database;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.ReadPosition;

/** Reads an outbox on from where it stopped and remembers what it saw. */
public final class OutboxProbe {
    public static final SystemName B = new SystemName("B");

    private final Outbox outbox;
    private final int maxRows;
    private final long maxBytes;
    private final List<Message> seen = new ArrayList<>();
    private ReadPosition position;

    public OutboxProbe(Outbox outbox, ReadPosition from, int maxRows, long maxBytes) {
        this.outbox = outbox;
        this.position = from;
        this.maxRows = maxRows;
        this.maxBytes = maxBytes;
    }

    /** Reads once for destination B at ROUTINE; returns the payloads of this read. */
    public Fetched read() {
        Fetched fetched = outbox.fetch(
                        List.of(new FetchRequest(Set.of(B), Precedence.ROUTINE, position, maxRows, maxBytes)))
                .getFirst();
        position = fetched.next();
        fetched.rows().forEach(row -> seen.add(row.message()));
        return fetched;
    }

    /** Reads once; returns the payloads of this read as text. */
    public List<String> readTexts() {
        return texts(read());
    }

    /** Reads until a read is exhausted; returns the payloads of all those reads. */
    public List<String> drain() {
        List<String> texts = new ArrayList<>();
        Fetched fetched;
        do {
            fetched = read();
            texts.addAll(texts(fetched));
        } while (!fetched.exhausted());
        return texts;
    }

    public ReadPosition position() {
        return position;
    }

    public List<Message> seen() {
        return seen;
    }

    public static List<String> texts(Fetched fetched) {
        return fetched.rows().stream()
                .map(row -> new String(row.message().payload(), StandardCharsets.UTF_8))
                .toList();
    }
}
