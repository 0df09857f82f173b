package org.c4igateway.app.log;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter;

/**
 * The message of a log event on one line. A peer's text in it cannot begin a line that looks like a record of its own.
 */
public final class OneLineMessage extends ClassicConverter {
    /** Tells in several lines why a start failed, and all of them are ours. */
    private static final String OF_SEVERAL_LINES = LoggingFailureAnalysisReporter.class.getName();

    @Override
    public String convert(ILoggingEvent event) {
        String message = String.valueOf(event.getFormattedMessage());
        return event.getLoggerName().equals(OF_SEVERAL_LINES) ? message : LogText.escaped(message);
    }
}
