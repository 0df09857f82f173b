package org.c4igateway.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ServiceRun;
import org.c4igateway.dbbridge.node.NodeApplication;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a gateway node in this process until a signal ends it. */
@Command(name = "node", description = "Run a node until SIGTERM. Then the node drains and ends.")
final class NodeCommand implements Callable<Integer> {
    @Option(names = "--config", paramLabel = "FILE", required = true, description = "The node's YAML file.")
    private @Nullable Path config;

    @Parameters(
            arity = "0..*",
            paramLabel = "KEY=VALUE",
            description = "Settings that override the file, such as server.port=8081.")
    private List<String> overrides = List.of();

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (config == null || !Files.isReadable(config)) {
            throw CommandException.environment("cannot read the configuration " + config);
        }
        List<String> arguments = new ArrayList<>();
        arguments.add("--spring.config.additional-location=" + config.toUri());
        for (String override : overrides) {
            if (!override.matches("[^=\\s]+=.*")) {
                throw CommandException.environment("expected KEY=VALUE, got '" + override + "'");
            }
            arguments.add("--" + override);
        }
        return ServiceRun.untilSignal(() -> NodeApplication.main(arguments.toArray(String[]::new)));
    }
}
