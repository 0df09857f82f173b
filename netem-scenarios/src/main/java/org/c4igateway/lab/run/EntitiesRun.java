package org.c4igateway.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.entities.EntitiesProcesses;

/** Ends that meet: places for their programs, and a counter of what leaves the interfaces of all hosts. */
final class EntitiesRun {
    private final Lab lab;
    private final RunPlan.Step step;
    private final Exchange exchange;
    private final Network network;

    EntitiesRun(Lab lab, RunPlan.Step step, Exchange exchange, Network network) {
        this.lab = lab;
        this.step = step;
        this.exchange = exchange;
        this.network = network;
    }

    /** @param topics of each participant, in the order of the measurement */
    ExchangeResult run(Exchange.Kind.Entities entities, List<Integer> topics, Path directory)
            throws IOException, InterruptedException {
        EntitiesProcesses.Scene scene = new EntitiesProcesses.Scene(
                step.cell().carrier(),
                entities.participants(),
                new EntitiesProcesses.Places(
                        place(exchange.from()), place(exchange.answerer()), place(entities.broker())),
                this::sentBytes,
                step.condition().slowestBitsPerSecond(),
                step.condition().longestRoundTrip(),
                step.scenario().procedure().timeLimit(),
                directory);
        return new EntitiesProcesses(scene, lab.classPath(), System::nanoTime).run(topics);
    }

    private EntitiesProcesses.Place place(String name) {
        Host host = network.host(name);
        return new EntitiesProcesses.Place(host.enter(), host.address(), host.device());
    }

    private long sentBytes() throws IOException {
        long sent = 0;
        for (Host host : network.hosts()) {
            sent += host.traffic().sentBytes();
        }
        return sent;
    }
}
