package org.c4igateway.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.junit.jupiter.api.Test;

class TimedInputTest {
    private final AtomicLong nanos = new AtomicLong();
    private final ByteBuffer bytes = ByteBuffer.allocate(1);

    @Test
    void endsABodyOfWhichAByteComesNowAndThen() throws IOException {
        TimedInput input = new TimedInput(new Endless(), nanos::get, 30);
        Bytes handler = new Bytes();
        for (int time = 0; time < 30; time++) {
            nanos.set(time);
            assertThat(input.doRead(handler)).isEqualTo(1);
        }
        assertThat(input.isOver()).isFalse();

        nanos.set(30);

        assertThat(input.isOver()).isTrue();
        assertThatThrownBy(() -> input.doRead(handler)).isInstanceOf(SocketTimeoutException.class);
    }

    /** A connection on which there is always one more byte. */
    private static final class Endless implements InputBuffer {
        @Override
        public int doRead(ApplicationBufferHandler handler) {
            return 1;
        }

        @Override
        public int available() {
            return 1;
        }
    }

    /** Takes none. */
    private final class Bytes implements ApplicationBufferHandler {
        @Override
        public void setByteBuffer(ByteBuffer buffer) {
            // not looked at
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return bytes;
        }

        @Override
        public void expand(int size) {
            // not looked at
        }
    }
}
