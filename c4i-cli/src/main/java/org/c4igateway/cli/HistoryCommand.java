package org.c4igateway.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ServiceRun;
import org.c4igateway.history.HistoryApplication;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a history service in this process until a signal ends it. */
@Command(
        name = "history",
        description = {
            "Run a history service until SIGTERM: it keeps samples of DDS topics in PostgreSQL",
            "and gives them to readers that join later."
        })
final class HistoryCommand implements Callable<Integer> {
    @Option(names = "--config", paramLabel = "FILE", required = true, description = "The service's YAML file.")
    private @Nullable Path config;

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (config == null || !Files.isReadable(config)) {
            throw CommandException.environment("cannot read the configuration " + config);
        }
        String file = "--spring.config.additional-location=" + config.toUri();
        return ServiceRun.untilSignal(() -> HistoryApplication.main(new String[] {file}));
    }
}
