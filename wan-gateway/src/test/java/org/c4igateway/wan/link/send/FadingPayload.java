package org.c4igateway.wan.link.send;

import java.nio.charset.StandardCharsets;
import org.c4igateway.wan.link.record.Payload;
import org.jspecify.annotations.Nullable;

/** Text that its owner may lose. */
final class FadingPayload implements Payload {
    private final byte[] bytes;
    boolean gone;
    boolean away;
    boolean begun;

    FadingPayload(String text) {
        bytes = text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public int size() {
        return bytes.length;
    }

    @Override
    public byte @Nullable [] read() {
        return gone || away ? null : bytes;
    }

    @Override
    public boolean isAway() {
        return away;
    }

    @Override
    public void begun(boolean now) {
        begun = now;
    }
}
