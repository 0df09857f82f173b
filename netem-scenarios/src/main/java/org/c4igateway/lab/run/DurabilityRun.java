package org.c4igateway.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.testbed.HistoryServiceProcess;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.config.HistoryYaml;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.database.Login;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.FanProcesses;
import org.c4igateway.lab.transport.durability.Combination;
import org.c4igateway.lab.transport.durability.DurabilityProcesses;
import org.c4igateway.lab.transport.durability.DurabilityProgram;
import org.c4igateway.topics.TopicCatalogue;

/** Policies and late readers: a database, a history service on it beside the readers, and the programs. */
final class DurabilityRun {
    private final Lab lab;
    private final Exchange.Kind.Durability wanted;
    private final NodePlace writers;
    private final NodePlace readers;

    /**
     * @param writers where the writers are
     * @param readers where the late readers and the history service are
     */
    DurabilityRun(Lab lab, Exchange.Kind.Durability wanted, NodePlace writers, NodePlace readers) {
        this.lab = lab;
        this.wanted = wanted;
        this.writers = writers;
        this.readers = readers;
    }

    /**
     * Blocks until all readers have joined and left.
     *
     * @param bytes of a payload
     * @param seed of the order in which the combinations are written
     * @param patience longest time of a step
     * @param directory for configurations and logs
     */
    ExchangeResult run(int bytes, long seed, Duration patience, Path directory)
            throws IOException, SQLException, InterruptedException {
        List<Combination> all = Combination.all(wanted.matrix(), TopicCatalogue.reference());
        List<Combination> drawn = RunPlan.drawn(all, seed, "combinations");
        InterfaceDatabase database = lab.database()
                .create(
                        "HISTORY",
                        "history_" + Integer.toHexString(directory.toString().hashCode()));
        try (HistoryServiceProcess service = service(all, database, directory);
                DurabilityProcesses processes = DurabilityProcesses.start(
                        new DurabilityProcesses.Scene(
                                place(writers),
                                place(readers),
                                new DurabilityProcesses.Work(
                                        drawn,
                                        wanted.samples(),
                                        bytes,
                                        wanted.matrix().blocking()),
                                service,
                                patience,
                                directory),
                        lab.classPath())) {
            return inOrder(processes.run(), all);
        } finally {
            lab.database().drop(database);
        }
    }

    private static FanProcesses.Place place(NodePlace place) {
        return new FanProcesses.Place(place.enter(), place.device());
    }

    private HistoryServiceProcess service(List<Combination> all, InterfaceDatabase database, Path directory)
            throws IOException, SQLException {
        Map<String, String> topics = new LinkedHashMap<>();
        all.stream().filter(Combination::isServed).forEach(each -> topics.put(each.id(), each.ofService()));
        Login login = database.admitHistory(lab.secrets().next());
        HistoryYaml yaml = new HistoryYaml(
                readers, database, login.user(), DurabilityProgram.DOMAIN, Combination.PARTITION, topics);
        return new HistoryServiceProcess(
                readers,
                HistoryYaml.HTTP_PORT,
                Files.writeString(directory.resolve("history.yaml"), yaml.text()),
                Map.of(HistoryYaml.PASSWORD, login.password()),
                lab.classPath());
    }

    private static ExchangeResult inOrder(ExchangeResult result, List<Combination> all) {
        List<String> names = all.stream().map(Combination::name).toList();
        return new ExchangeResult(
                result.steps(),
                result.programs(),
                result.policies().stream()
                        .sorted(Comparator.comparingInt(tried -> names.indexOf(tried.name())))
                        .toList());
    }
}
