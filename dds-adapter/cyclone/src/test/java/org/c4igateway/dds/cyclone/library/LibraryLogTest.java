package org.c4igateway.dds.cyclone.library;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class LibraryLogTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.c4igateway.dds.cyclone.library");

    @Test
    void tellsNothingWhenNothingFails() {
        assertThat(toldBy(() -> {})).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tellsWhatFailedInItsUpcall(boolean error) {
        assertThat(toldBy(() -> {
                    if (error) {
                        throw new LinkageError("no such class");
                    }
                    throw new IllegalStateException("a listener failed");
                }))
                .singleElement()
                .satisfies(event -> assertThat(event.getThrowableProxy()).isNotNull());
    }

    @Test
    void tellsAnErrorAfterManyStrangers() {
        for (int i = 0; i < 2_000; i++) {
            LibraryLog.take(4, "stranger " + Integer.toString(i, 36) + " is not allowed");
        }

        assertThat(toldBy(() -> LibraryLog.take(2, "out of memory")))
                .singleElement()
                .satisfies(event -> assertThat(event.getLevel()).isEqualTo(Level.ERROR));
    }

    private Iterable<ILoggingEvent> toldBy(Runnable call) {
        ListAppender<ILoggingEvent> told = new ListAppender<>();
        told.start();
        logger.addAppender(told);
        try {
            LibraryLog.guarded(call);
        } finally {
            logger.detachAppender(told);
        }
        return told.list;
    }
}
