package org.c4igateway.cli.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.lab.run.Lab;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.topology.Playground;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Keeps the network of a scenario while the user plays with it. */
@Command(
        name = "up",
        description = {
            "Build the network of a scenario, without nodes, and keep it until 'quit' or the end of the input.",
            "Prints how to get a shell or a capture at each host; commands on standard input change the links."
        })
final class LabUpCommand implements Callable<Integer> {
    @Mixin
    private final LabTopology topology = new LabTopology();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        LabExecution.requireNetworks("");
        LabTopology.Chosen chosen = topology.read();
        Scenario scenario = chosen.scenario();
        PrintWriter out = spec.commandLine().getOut();
        try (Lab lab = Lab.open(null, false);
                Playground playground = Playground.open(lab, scenario, chosen.plan(), chosen.condition());
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()))) {
            out.println(scenario.name() + ", " + chosen.condition().name() + ", links by "
                    + lab.driver().label());
            playground.hosts().forEach(out::println);
            playground.links().forEach(out::println);
            out.println("Commands: help, show, hosts, impair, clear, silence, restore, quit");
            out.flush();
            play(playground, in, out);
        } catch (IOException e) {
            throw CommandException.negative("the network failed: " + e.getMessage());
        }
        return ExitStatus.SUCCESS;
    }

    private static void play(Playground playground, BufferedReader in, PrintWriter out) throws IOException {
        for (String line = in.readLine(); line != null && !line.strip().equals("quit"); line = in.readLine()) {
            List<String> answer;
            try {
                answer = playground.command(line);
            } catch (IllegalArgumentException e) {
                answer = List.of("c4i: " + e.getMessage());
            }
            answer.forEach(out::println);
            out.flush();
        }
    }
}
