package org.c4igateway.app.start;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** Passes the analysis of a failed start to a caller that asked for it; otherwise it is logged. */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class StartFailures implements SpringBootExceptionReporter {
    private static final ScopedValue<AtomicReference<@Nullable FailureAnalysis>> ANALYSIS = ScopedValue.newInstance();

    /** An analyzer that cannot be created is skipped. */
    private static final FailureHandler IGNORED = (type, name, failure) -> {};

    private final @Nullable ConfigurableApplicationContext context;

    StartFailures(@Nullable ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Starts an application on the caller's thread.
     *
     * @throws StartRefusedException for a failure that an analyzer knows; nothing is logged of it
     * @throws RuntimeException any other, which was logged
     */
    public static <T> T told(Supplier<T> start) {
        AtomicReference<@Nullable FailureAnalysis> found = new AtomicReference<>();
        try {
            return ScopedValue.where(ANALYSIS, found).call(start::get);
        } catch (RuntimeException e) {
            FailureAnalysis analysis = found.get();
            if (analysis == null) {
                throw e;
            }
            String remedy = analysis.getAction();
            throw new StartRefusedException(analysis.getDescription().strip(), remedy == null ? "" : remedy.strip(), e);
        }
    }

    @Override
    public boolean reportException(Throwable failure) {
        if (!ANALYSIS.isBound()) {
            return false;
        }
        for (FailureAnalyzer analyzer : analyzers()) {
            FailureAnalysis analysis = analyzer.analyze(failure);
            if (analysis != null) {
                ANALYSIS.get().set(analysis);
                return true;
            }
        }
        return false;
    }

    private List<FailureAnalyzer> analyzers() {
        ConfigurableApplicationContext started = context;
        ArgumentResolver arguments = started == null
                ? ArgumentResolver.none()
                : ArgumentResolver.of(BeanFactory.class, started.getBeanFactory())
                        .and(Environment.class, started.getEnvironment());
        return SpringFactoriesLoader.forDefaultResourceLocation(StartFailures.class.getClassLoader())
                .load(FailureAnalyzer.class, arguments, IGNORED);
    }
}
