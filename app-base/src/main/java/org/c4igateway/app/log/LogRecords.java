package org.c4igateway.app.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.pattern.DynamicConverter;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Puts {@link OneLineMessage} and {@link MarkedTrace} into every log pattern, including patterns of the operator. The
 * structured formats escape by themselves. Runs at the start, right after Spring Boot has set up the log.
 */
final class LogRecords implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {
    private static final List<String> MESSAGE_WORDS = List.of("m", "msg", "message");
    private static final List<String> TRACE_WORDS =
            List.of("ex", "exception", "throwable", "xEx", "xException", "xThrowable", "wex", "wEx");

    @Override
    public int getOrder() {
        return LoggingApplicationListener.DEFAULT_ORDER + 1;
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            for (Logger logger : context.getLoggerList()) {
                for (Iterator<Appender<ILoggingEvent>> appenders = logger.iteratorForAppenders();
                        appenders.hasNext(); ) {
                    protect(appenders.next());
                }
            }
        }
    }

    private static void protect(Appender<ILoggingEvent> appender) {
        if (appender instanceof OutputStreamAppender<ILoggingEvent> writing
                && writing.getEncoder() instanceof PatternLayoutEncoder encoder
                && encoder.getLayout() instanceof PatternLayout layout) {
            layout.stop();
            layout.getInstanceConverterMap().putAll(converters());
            layout.start();
        }
    }

    @SuppressWarnings("rawtypes") // as the library declares it
    private static Map<String, Supplier<DynamicConverter>> converters() {
        Map<String, Supplier<DynamicConverter>> converters = new HashMap<>();
        MESSAGE_WORDS.forEach(word -> converters.put(word, OneLineMessage::new));
        TRACE_WORDS.forEach(word -> converters.put(word, MarkedTrace::new));
        return converters;
    }
}
