package org.c4igateway.core.flow.receive;

import java.time.Duration;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.transport.Transport;

/** Steps 4 and 5 of the data path: what becomes of what the transports bring. */
public sealed interface Inbound extends AutoCloseable permits InboundFlow, NothingReceived {
    /** Begins to take what arrives. */
    void start();

    /** Takes a message; may block. Any thread. */
    void onMessage(Message message, Transport transport);

    /** Takes a message; blocks unless the inbox is stuck. Any thread. @return whether it was taken */
    boolean offerMessage(Message message, Transport transport);

    /** @return whether {@link #offerMessage} takes messages now; any thread may ask */
    boolean takesMessages();

    /** Takes bytes that are no message; may block. Any thread. */
    void onMalformed(String source, ErrorCode code, String detail, byte[] bytes);

    /** Takes bytes that are no receipt and no announcement, if there is room for them; never blocks. Any thread. */
    void onMalformedControl(String source, ErrorCode code, String detail, byte[] bytes);

    /** From now on nothing blocks. A message without room is not taken, and its origin sends it again. Any thread. */
    void refuseWhenFull();

    /** Finishes what has arrived and ends. */
    @Override
    void close();

    /** Waits for the end after {@link #close}. @return whether it has ended, and leaves the inbox alone */
    boolean awaitEnd(Duration patience);
}
