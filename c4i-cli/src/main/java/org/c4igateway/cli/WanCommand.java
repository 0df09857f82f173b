package org.c4igateway.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.ServiceRun;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.wan.app.WanApplication;
import org.c4igateway.wan.app.WanDifference;
import org.c4igateway.wan.app.WanFile;
import org.c4igateway.wan.app.WanKeys;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a WAN gateway in this process until a signal ends it; checks its file; makes keys. */
@Command(name = "wan", description = "Run a WAN gateway until SIGTERM. It reloads its file when the file changes.")
final class WanCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Task task;

    @Option(names = "--dry-run", description = "Check the file and print every key, or with --against the differences.")
    private boolean dryRun;

    @Option(
            names = "--against",
            paramLabel = "FILE",
            description = "With --dry-run: the file that the gateway uses now.")
    private @Nullable Path against;

    /** What to do. */
    private static final class Task {
        @Option(names = "--config", paramLabel = "FILE", description = "The gateway's YAML file.")
        private @Nullable Path config;

        @Option(names = "--new-key", paramLabel = "FILE", description = "Write a new pre-shared key to a new file.")
        private @Nullable Path newKey;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (task.newKey != null) {
            return newKey(task.newKey);
        }
        Path config = task.config;
        if (config == null) {
            throw CommandException.environment("name the configuration with --config FILE");
        }
        if (dryRun) {
            return dryRun(config);
        }
        String[] options = {
            "--spring.config.additional-location=" + config.toUri(), "--" + WanApplication.FILE_OPTION + "=" + config
        };
        return ServiceRun.untilSignal(() -> WanApplication.main(options));
    }

    private Integer newKey(Path file) throws CommandException {
        try {
            WanKeys.create(file);
        } catch (FileAlreadyExistsException e) {
            throw CommandException.environment(
                    file + " exists and is left as it is: a key in use must not be lost. Name a new file");
        } catch (IOException e) {
            throw CommandException.environment("cannot write a new key to " + file + ": " + e);
        }
        spec.commandLine().getOut().println("New key: " + file + ". Give a copy to the site at the other end.");
        return ExitStatus.SUCCESS;
    }

    private Integer dryRun(Path config) throws CommandException {
        PrintWriter out = spec.commandLine().getOut();
        try {
            WanFile file = new WanFile(config);
            file.check(Instant.now());
            if (against == null) {
                WanDifference.flat(file.read()).forEach((key, value) -> out.println(key + ": " + value));
            } else {
                List<String> lines = WanDifference.lines(new WanFile(against).read(), file.read());
                lines.forEach(out::println);
                if (lines.isEmpty()) {
                    out.println("no difference");
                }
            }
            return ExitStatus.SUCCESS;
        } catch (GatewayException.Fatal e) {
            throw CommandException.negative(e.getMessage() + ". " + e.remedy());
        }
    }
}
