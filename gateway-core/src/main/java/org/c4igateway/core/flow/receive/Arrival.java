package org.c4igateway.core.flow.receive;

import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Transport;
import org.jspecify.annotations.Nullable;

/** A message, or malformed bytes, that a transport delivered and that waits for the inbox transaction. */
sealed interface Arrival {
    int sizeBytes();

    /** @return how urgent it is; what is no message is not urgent */
    Precedence precedence();

    /**
     * A message, and the way back of its receipt.
     *
     * @param message with its system as the origin
     * @param sender address of the node that sent it: the system, or one of its shards
     * @param arrivedNanos when it arrived, by a clock of its own
     * @param payload what was found in its payload when it arrived; null when that was not looked at
     */
    record Received(
            Message message,
            SystemName sender,
            Transport transport,
            long arrivedNanos,
            @Nullable MessageJudgement payload)
            implements Arrival {
        @Override
        public int sizeBytes() {
            return message.sizeBytes();
        }

        @Override
        public Precedence precedence() {
            return message.precedence();
        }
    }

    /** Bytes that are no message. */
    record Malformed(String source, ErrorCode code, String detail, byte[] bytes) implements Arrival {
        @Override
        public int sizeBytes() {
            return bytes.length + 256;
        }

        @Override
        public Precedence precedence() {
            return Precedence.ROUTINE;
        }
    }
}
