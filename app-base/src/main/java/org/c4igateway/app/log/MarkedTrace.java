package org.c4igateway.app.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import org.springframework.boot.logging.logback.ExtendedWhitespaceThrowableProxyConverter;

/** The stack trace of a log event. Further lines of exception messages are indented behind a bar. */
public final class MarkedTrace extends ExtendedWhitespaceThrowableProxyConverter {
    @Override
    public String convert(ILoggingEvent event) {
        return LogText.trace(super.convert(event));
    }
}
