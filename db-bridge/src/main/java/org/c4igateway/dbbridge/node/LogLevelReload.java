package org.c4igateway.dbbridge.node;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.reload.ReloadableKeys;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerGroup;
import org.springframework.boot.logging.LoggerGroups;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;

/** Sets changed levels of loggers. A logger whose level is taken away has that of the one above it. */
final class LogLevelReload implements ReloadablePart {
    private static final String PREFIX = "logging.level";

    private final LoggingSystem logging;
    private final LoggerGroups groups;

    LogLevelReload(LoggingSystem logging, LoggerGroups groups) {
        this.logging = logging;
        this.groups = groups;
    }

    @Override
    public boolean takes(ConfigurationChange change) {
        return ReloadableKeys.matches(ReloadableKeys.LOG_LEVELS, change.key());
    }

    @Override
    public Runnable prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
        Map<String, LogLevel> wanted = Binder.get(candidate.getEnvironment())
                .bind(PREFIX, Bindable.mapOf(String.class, LogLevel.class))
                .orElse(Map.of());
        Map<String, @Nullable LogLevel> levels = new TreeMap<>();
        for (ConfigurationChange change : changes) {
            String logger = change.key().substring(PREFIX.length() + 1).replaceAll("[\\[\\]]", "");
            levels.put(logger, isRoot(logger) ? ofRoot(wanted) : wanted.get(logger));
        }
        return () -> levels.forEach(this::set);
    }

    private void set(String logger, @Nullable LogLevel level) {
        LoggerGroup group = groups.get(logger);
        if (group != null && group.hasMembers()) {
            group.getMembers().forEach(member -> logging.setLogLevel(member, level));
        } else {
            logging.setLogLevel(isRoot(logger) ? LoggingSystem.ROOT_LOGGER_NAME : logger, level);
        }
    }

    private static boolean isRoot(String logger) {
        return logger.equalsIgnoreCase(LoggingSystem.ROOT_LOGGER_NAME);
    }

    /** In any case of letters; the root always has a level. */
    private static LogLevel ofRoot(Map<String, LogLevel> wanted) {
        return wanted.entrySet().stream()
                .filter(entry -> isRoot(entry.getKey()))
                .max(Comparator.comparing(entry -> !entry.getKey().equals(LoggingSystem.ROOT_LOGGER_NAME)))
                .map(Map.Entry::getValue)
                .orElse(LogLevel.INFO);
    }
}
