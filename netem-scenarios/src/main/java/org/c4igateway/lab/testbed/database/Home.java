package org.c4igateway.lab.testbed.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;

/** Where data and log of a server are, and the binaries. */
record Home(Path data, Path log, Path binaries) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static Home in(Path directory, Path disk, Path binaries) {
        return new Home(disk.resolve("postgres"), directory.resolve("postgres.log"), binaries);
    }

    /** A server here that is to be started. */
    EmbeddedPostgres.Builder builder(Reach reach) {
        File output = log.toFile();
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setOverrideWorkingDirectory(binaries.toFile())
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(PATIENCE)
                .setServerConfig("max_connections", "600")
                .setServerConfig("shared_buffers", "64MB")
                .setServerConfig("fsync", "on") // the library starts it with -F, which would flatter every number
                .setServerConfig("synchronous_commit", "on")
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(output))
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(output));
        reach.settings().forEach(builder::setServerConfig);
        if (reach.partner() != 0) {
            builder.setServerConfig("wal_keep_size", "512MB"); // what a new standby needs after its copy was begun
        }
        if (!reach.address().equals(Reach.LOOPBACK)) {
            builder.setServerConfig("listen_addresses", Reach.LOOPBACK + "," + reach.address());
        }
        return builder;
    }
}
