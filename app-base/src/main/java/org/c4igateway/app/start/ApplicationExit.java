package org.c4igateway.app.start;

import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Ends the process with status 1 after a permanent fault, so that the supervisor notices. */
public final class ApplicationExit {
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationExit.class);

    private final ConfigurableApplicationContext context;

    /** @param context closed before the end */
    public ApplicationExit(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Returns at once. The process ends on a separate thread, because the caller's thread may have to end first. */
    public void because(GatewayException fault) {
        String remedy = fault instanceof GatewayException.Fatal fatal ? " " + fatal.remedy() : "";
        String what = GatewayFailureAnalyzer.description(context.getEnvironment(), fault);
        LOG.error("The process ends: {}.{}", what, remedy, isExpected(fault) ? null : fault);
        // Not a daemon thread, otherwise the JVM would end with status 0 as soon as the context is closed.
        Thread.ofPlatform()
                .daemon(false)
                .name("c4i-exit")
                .start(() -> System.exit(SpringApplication.exit(context, () -> 1)));
    }

    /** An operator can correct it and does not need a stack trace. */
    private static boolean isExpected(GatewayException fault) {
        return fault instanceof GatewayException.Fatal && fault.errorCode() != ErrorCode.DEFECT;
    }
}
