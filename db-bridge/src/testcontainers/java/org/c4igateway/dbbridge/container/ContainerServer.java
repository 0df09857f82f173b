package org.c4igateway.dbbridge.container;

import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * Starts PostgreSQL in a container before the first test and names it to the tests by {@code test.postgres}; without a
 * container engine or the image, tells them why they are skipped. Only in the Maven profile {@code testcontainers}.
 */
public final class ContainerServer implements LauncherSessionListener {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerServer.class);

    private @Nullable PostgreSQLContainer container;

    /** The service loader creates it. */
    public ContainerServer() {}

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        String image = System.getProperty("test.postgres.image", "postgres:18");
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            skip("no container engine answers; start Docker or Podman, or leave the profile testcontainers out");
            return;
        }
        try {
            PostgreSQLContainer started = new PostgreSQLContainer(image)
                    .withUsername("postgres")
                    .withEnv("POSTGRES_HOST_AUTH_METHOD", "trust")
                    .withCommand("postgres", "-c", "max_prepared_transactions=10", "-c", "fsync=off");
            started.start();
            container = started;
            System.setProperty("test.postgres", started.getJdbcUrl());
        } catch (RuntimeException e) {
            skip("the container of " + image + " does not start");
            LOG.warn("The container of {} does not start", image, e);
        }
    }

    private static void skip(String reason) {
        LOG.warn("ALL TESTS WITH A DATABASE ARE SKIPPED: {}", reason);
        System.setProperty("test.postgres.unavailable", reason);
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        PostgreSQLContainer started = container;
        if (started != null) {
            started.stop();
        }
    }
}
