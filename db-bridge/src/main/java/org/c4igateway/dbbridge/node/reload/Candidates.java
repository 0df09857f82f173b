package org.c4igateway.dbbridge.node.reload;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.app.ConfigurationValues;
import org.c4igateway.app.start.StartRefusedException;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.dbbridge.node.reload.ReloadResult.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.logging.LogLevel;
import org.springframework.context.ConfigurableApplicationContext;

/** Builds nodes from the present files, as the running one was built from earlier ones. For one thread at a time. */
public final class Candidates {
    /** Leaves room for a second node that carries nothing, and for the rows that arrive meanwhile. */
    private static final long ROOM = 48L << 20;

    private final Class<?> application;
    private final String[] arguments;
    private final ConfigurableApplicationContext node;
    private @Nullable ServerDirectory serverDirectory;
    private Set<Path> sources = Set.of();

    /**
     * @param application main class of a node
     * @param arguments that the running node was started with
     * @param node the running node
     */
    public Candidates(Class<?> application, List<String> arguments, ConfigurableApplicationContext node) {
        this.application = application;
        this.arguments = arguments.toArray(String[]::new);
        this.node = node;
    }

    /** What came of building a node; closing it frees its memory. */
    sealed interface Built extends AutoCloseable {
        /** @return all files that were looked at */
        Set<Path> files();

        @Override
        default void close() {
            // Holds nothing.
        }

        /** A node that could start. */
        record Whole(Candidate candidate) implements Built {
            @Override
            public Set<Path> files() {
                return candidate.files();
            }

            @Override
            public void close() {
                candidate.close();
            }
        }

        /** A node would not start. */
        record Faulty(Refused refused, Set<Path> files) implements Built {
            public Faulty {
                files = Set.copyOf(files);
            }
        }

        /** This process has too little memory for it now. */
        record NoRoom(String why) implements Built {
            @Override
            public Set<Path> files() {
                return Set.of();
            }
        }
    }

    /** @return the running node; not to be closed */
    Candidate running() {
        sources = ConfigurationValues.of(node).sources();
        Instant begin = begin();
        Duration since = Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
        return Candidate.running(node, begin, begin.plus(since));
    }

    /** @return when this process began to read files, or earlier */
    Instant begin() {
        return Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    }

    Built build() {
        long free = free();
        if (free < ROOM) {
            // The last collection may have been long ago, when much was in use.
            System.gc();
            free = free();
        }
        if (free < ROOM) {
            return new Built.NoRoom("only " + (free >> 20) + " MB of the heap are free, a check takes " + (ROOM >> 20));
        }
        EnvironmentCapture capture = new EnvironmentCapture();
        try {
            return new Built.Whole(Candidate.within(application, context -> prepare(context, capture), arguments));
        } catch (StartRefusedException e) {
            String problem = placed(e.getMessage() == null ? "" : e.getMessage());
            return new Built.Faulty(new Refused(problem, e.remedy()), capture.files());
        } catch (RuntimeException e) {
            String what = ErrorCode.CONFIGURATION.code() + ": the configuration cannot be checked: " + e;
            return new Built.Faulty(new Refused(what, "See the messages above in the log."), capture.files());
        }
    }

    /** What is no YAML is known by line and column only. */
    private String placed(String problem) {
        if (sources.stream().anyMatch(file -> problem.contains(file.toString()))) {
            return problem;
        }
        String files = sources.stream().map(Path::toString).sorted().collect(Collectors.joining(", ", " (", ")"));
        int end = problem.indexOf('\n') < 0 ? problem.length() : problem.indexOf('\n');
        return problem.substring(0, end) + files + problem.substring(end);
    }

    private void prepare(ConfigurableApplicationContext context, EnvironmentCapture capture) {
        capture.note(context);
        // What the listener of the log would refuse, which is left out here.
        var _ = Binder.get(context.getEnvironment())
                .bind("logging.level", Bindable.mapOf(String.class, LogLevel.class));
        ServerDirectory directory = serverDirectory;
        if (directory == null) {
            directory = new ServerDirectory();
            serverDirectory = directory;
        }
        context.getBeanFactory().registerSingleton("candidateServerDirectory", directory);
    }

    /** Bytes of the heap's largest pool that were free after it was last collected. */
    private static long free() {
        long free = Long.MAX_VALUE;
        long largest = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage after = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
            long most = after == null ? 0 : pool.getUsage().getMax();
            if (after != null && most > largest) {
                largest = most;
                free = most - after.getUsed();
            }
        }
        return free;
    }

    /** Notes the files that a node names that cannot be built, so that a correction of them is seen. */
    static final class EnvironmentCapture {
        private Set<Path> files = Set.of();

        void note(ConfigurableApplicationContext context) {
            files = ConfigurationValues.files(context.getEnvironment());
        }

        Set<Path> files() {
            return files;
        }
    }
}
