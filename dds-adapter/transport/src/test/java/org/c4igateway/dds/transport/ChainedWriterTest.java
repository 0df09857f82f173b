package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.junit.jupiter.api.Test;

class ChainedWriterTest {
    private final List<String> unregistered = new ArrayList<>();
    private boolean hasRoom = true;
    private long nanos;

    private ChainedWriter writer(int ofSubject, int ofOrigin) {
        return new ChainedWriter(new Registered(), new ChainedWriter.Kept(ofSubject, ofOrigin));
    }

    private void write(ChainedWriter writer, String origin, String subject) {
        KmtfMessage message = new KmtfMessage(
                origin, subject, 1, "A080", 3, 0, 0, KmtfMessage.NONE_BEFORE, 0, "", List.of("BRAVO"), new byte[10]);
        assertThat(writer.write(message, ++nanos)).isEqualTo(WriteResult.Written.INSTANCE);
    }

    @Test
    void unregistersTheSubjectThatWasWrittenLongestAgo() {
        ChainedWriter writer = writer(1, 2);
        write(writer, "ALPHA", "T1");
        write(writer, "ALPHA", "T2");
        write(writer, "ALPHA", "T1");
        assertThat(unregistered).isEmpty();

        write(writer, "ALPHA", "T3");
        write(writer, "ALPHA", "T4");

        assertThat(unregistered).containsExactly("ALPHA T2", "ALPHA T1");
    }

    @Test
    void countsTheSamplesThatAreKeptOfASubject() {
        ChainedWriter writer = writer(3, 4);
        for (int i = 0; i < 10; i++) {
            write(writer, "ALPHA", "MANY");
        }
        write(writer, "ALPHA", "ONE");
        assertThat(unregistered).as("three and one").isEmpty();

        write(writer, "ALPHA", "OTHER");

        assertThat(unregistered).containsExactly("ALPHA MANY");
    }

    @Test
    void countsEachOriginForItself() {
        ChainedWriter writer = writer(1, 1);
        write(writer, "ALPHA", "T1");
        write(writer, "BRAVO", "T1");

        assertThat(unregistered).isEmpty();
    }

    @Test
    void triesAgainWhatCouldNotBeUnregistered() {
        ChainedWriter writer = writer(1, 1);
        hasRoom = false;
        write(writer, "ALPHA", "T1");
        write(writer, "ALPHA", "T2");
        write(writer, "ALPHA", "T3");
        assertThat(unregistered).isEmpty();

        hasRoom = true;
        write(writer, "ALPHA", "T3");

        assertThat(unregistered).containsExactly("ALPHA T1", "ALPHA T2");
    }

    @Test
    void holdsABoundedNumberOfOrigins() {
        ChainedWriter writer = writer(1, 1);
        for (int origin = 0; origin <= 4_096; origin++) {
            write(writer, "S" + origin, "");
        }

        assertThat(unregistered).containsExactly("S0 ");
    }

    /** A writer of which only what is unregistered is of interest. */
    private final class Registered implements DdsWriter<KmtfMessage> {
        @Override
        public String topic() {
            return "KMTF_A080";
        }

        @Override
        public WriteResult write(KmtfMessage value) {
            return WriteResult.Written.INSTANCE;
        }

        @Override
        public WriteResult write(KmtfMessage value, long sourceNanos) {
            return WriteResult.Written.INSTANCE;
        }

        @Override
        public WriteResult dispose(KmtfMessage value) {
            throw new AssertionError("nothing is disposed");
        }

        @Override
        public WriteResult unregister(KmtfMessage value) {
            if (!hasRoom) {
                return WriteResult.TimedOut.INSTANCE;
            }
            unregistered.add(value.origin() + " " + value.subject());
            return WriteResult.Written.INSTANCE;
        }

        @Override
        public void flush() {}

        @Override
        public int matchedReaders() {
            return 1;
        }

        @Override
        public boolean awaitAcknowledged(Duration timeout) {
            return true;
        }

        @Override
        public void close() {}
    }
}
