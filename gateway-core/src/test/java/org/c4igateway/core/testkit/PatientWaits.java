package org.c4igateway.core.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Sets the default timeout of Awaitility to a minute. Its own default of ten seconds is too short for some tests on a
 * busy machine. Takes effect in each module that has these classes on its test path.
 */
public final class PatientWaits implements LauncherSessionListener {
    /** Called by the launcher of JUnit. */
    public PatientWaits() {}

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }
}
