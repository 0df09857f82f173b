package org.c4igateway.dbbridge.node.reload;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.c4igateway.app.ConfigurationValues;
import org.c4igateway.app.start.StartFailures;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.LifecycleProcessor;
import org.springframework.context.support.AbstractApplicationContext;

/**
 * A node that is built from the present files and not started. Opens no port and connects to no database and no peer.
 * Closing it frees its memory.
 *
 * @param context its parts
 * @param values its configuration; a named file with a digest of its content
 * @param files all files that it was built from
 */
public record Candidate(ConfigurableApplicationContext context, SortedMap<String, String> values, Set<Path> files)
        implements AutoCloseable {
    /**
     * Builds the parts of a node and starts none. Blocks for some seconds.
     *
     * @param application of a node
     * @param arguments that the node is started with
     * @return the context, which the caller closes
     * @throws org.c4igateway.app.start.StartRefusedException when a node would not start, with key, value, place and
     *     remedy
     * @throws RuntimeException when it fails in another way, which was logged
     */
    public static ConfigurableApplicationContext build(Class<?> application, String... arguments) {
        return built(new SpringApplication(application), arguments);
    }

    /**
     * The same within a running node, whose log and meters stay as they are.
     *
     * @param first called before the parts are built
     */
    static Candidate within(
            Class<?> application,
            ApplicationContextInitializer<ConfigurableApplicationContext> first,
            String... arguments) {
        SpringApplication node = new SpringApplication(application);
        node.setListeners(node.getListeners().stream()
                .filter(listener -> !(listener instanceof LoggingApplicationListener))
                .toList());
        node.addInitializers(first);
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--management.metrics.use-global-registry=false";
        ConfigurableApplicationContext context = built(node, all);
        try {
            return of(context);
        } catch (RuntimeException e) {
            new Candidate(context, new TreeMap<>(), Set.of()).close();
            throw e;
        }
    }

    private static ConfigurableApplicationContext built(SpringApplication node, String... arguments) {
        node.setLogStartupInfo(false);
        node.setRegisterShutdownHook(false);
        node.addInitializers(context -> context.getBeanFactory()
                .registerSingleton(AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME, new NothingStarts()));
        return StartFailures.told(() -> node.run(arguments));
    }

    /** @return what a node would be built from now */
    static Candidate of(ConfigurableApplicationContext context) {
        return of(context, FileStates::digest);
    }

    /**
     * @param begin when the process of the node began to read files
     * @param now by the same clock
     * @return what the running node is built from; a file that was written meanwhile counts as another than it read
     */
    static Candidate running(ConfigurableApplicationContext context, Instant begin, Instant now) {
        return of(context, path -> FileStates.digest(path, begin, now));
    }

    private static Candidate of(ConfigurableApplicationContext context, Function<Path, String> digest) {
        ConfigurationValues read = ConfigurationValues.of(context);
        SortedMap<String, String> values = new TreeMap<>(read.values());
        read.named().forEach((key, path) -> values.merge(key, digest.apply(path), (p, sum) -> p + " [" + sum + "]"));
        Set<Path> files = new HashSet<>(read.sources());
        files.addAll(read.named().values());
        return new Candidate(context, values, files);
    }

    /** The web server was created and not started, so the context does not end it; its threads would keep it all. */
    @Override
    public void close() {
        if (context instanceof WebServerApplicationContext web) {
            WebServer server = web.getWebServer();
            if (server != null) {
                server.stop();
                server.destroy();
            }
        }
        context.close();
    }

    private static final class NothingStarts implements LifecycleProcessor {
        @Override
        public void onRefresh() {
            // Nothing starts.
        }

        @Override
        public void onClose() {
            // Nothing has started.
        }

        @Override
        public void start() {
            // Nothing starts.
        }

        @Override
        public void stop() {
            // Nothing has started.
        }

        @Override
        public boolean isRunning() {
            return false;
        }
    }
}
