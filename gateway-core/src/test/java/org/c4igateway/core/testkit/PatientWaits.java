package org.c4igateway.core.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets tests wait for a minute where they name no time: ten seconds, the default of Awaitility, are too few for some on
 * a machine that has other work. Each module that has these classes on its test path has it so.
 */
public final class PatientWaits implements LauncherSessionListener {
    /** Called by the launcher of JUnit. */
    public PatientWaits() {}

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }
}
