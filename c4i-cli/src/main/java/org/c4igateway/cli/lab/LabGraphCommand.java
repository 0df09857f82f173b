package org.c4igateway.cli.lab;

import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.lab.topology.TopologyGraph;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws the network of a scenario. */
@Command(
        name = "graph",
        description = {
            "Print the network of a scenario as a graph: hosts, switches, routers, and what each link does.",
            "For example: c4i lab graph six-servers | dot -Tsvg >six-servers.svg"
        })
final class LabGraphCommand implements Callable<Integer> {
    /** Languages of graphs. */
    enum Format {
        DOT,
        MERMAID
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "DOT",
            description = "dot (Graphviz) or mermaid; default: dot.")
    private Format format = Format.DOT;

    @Mixin
    private final LabTopology topology = new LabTopology();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        LabTopology.Chosen chosen = topology.read();
        TopologyGraph graph = new TopologyGraph(chosen.plan(), chosen.condition());
        var out = spec.commandLine().getOut();
        out.print(format == Format.DOT ? graph.dot() : graph.mermaid());
        out.flush();
        return ExitStatus.SUCCESS;
    }
}
