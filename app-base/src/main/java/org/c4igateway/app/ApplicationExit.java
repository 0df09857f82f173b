package org.c4igateway.app;

import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Ends the process with status 1 after a fault that trying again cannot mend, so that the supervisor sees it. */
public final class ApplicationExit {
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationExit.class);

    private final ConfigurableApplicationContext context;

    /** @param context closed before the end */
    public ApplicationExit(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Returns at once; the end happens on a thread of its own, since the caller's may be one that has to end first. */
    public void because(GatewayException fault) {
        String remedy = fault instanceof GatewayException.Fatal fatal ? " " + fatal.remedy() : "";
        String what = GatewayFailureAnalyzer.description(context.getEnvironment(), fault);
        LOG.error("The process ends: {}.{}", what, remedy, isExpected(fault) ? null : fault);
        // No daemon, whatever the caller's thread is: the JVM would end with status 0 as soon as the context is closed.
        Thread.ofPlatform()
                .daemon(false)
                .name("c4i-exit")
                .start(() -> System.exit(SpringApplication.exit(context, () -> 1)));
    }

    /** The operator's to mend, who has no use for a stack trace. */
    private static boolean isExpected(GatewayException fault) {
        return fault instanceof GatewayException.Fatal && fault.errorCode() != ErrorCode.DEFECT;
    }
}
