package org.c4igateway.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.load.LoadRun;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.topics.TopicCatalogue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Writes the cache of loaded and linked classes (JEP 514) with which nodes start faster; {@code c4i node --train-aot}.
 */
@Command(
        name = "train-aot",
        hidden = true,
        description = "Write the AOT cache of the node, with which nodes start faster.")
final class TrainCommand implements Callable<Integer> {
    private static final Duration START_PATIENCE = Duration.ofMinutes(3);
    private static final Duration LOAD_TIME = Duration.ofSeconds(3);
    private static final Duration WRITE_PATIENCE = Duration.ofMinutes(3);
    private static final int MESSAGES = 1_000;

    @Parameters(paramLabel = "FILE", description = "File to write.")
    private Path cache = Path.of("node.aot");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException, InterruptedException {
        Path fresh = cache.resolveSibling(cache.getFileName() + ".new");
        try (Mesh mesh = Mesh.create(2)) {
            Files.deleteIfExists(fresh);
            train(mesh, fresh);
            Files.move(fresh, cache, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | SQLException e) {
            throw CommandException.negative("no AOT cache was written: " + e.getMessage());
        }
        spec.commandLine().getOut().println("AOT cache of the node: " + cache);
        return ExitStatus.SUCCESS;
    }

    /** One node sends by JMS and receives by DDS, the other the reverse: the trained one meets all of both. */
    private static void train(Mesh mesh, Path fresh) throws IOException, SQLException, InterruptedException {
        mesh.prepare(Transports.MIXED);
        NodeProcess trained = mesh.node(mesh.systems().getFirst());
        NodeProcess peer = mesh.node(mesh.systems().getLast());
        trained.start("-XX:AOTCacheOutput=" + fresh);
        peer.start();
        trained.awaitActive(START_PATIENCE, true);
        peer.awaitActive(START_PATIENCE, true);
        TopicCatalogue catalogue = TopicCatalogue.reference();
        MessageLoad load = MessageLoad.read(Path.of(System.getProperty("c4i.home", "."), "samples"), catalogue);
        for (String system : mesh.systems()) {
            List<String> others =
                    mesh.systems().stream().filter(name -> !name.equals(system)).toList();
            new LoadRun(mesh.database(system), others, new AtomicLong()).submit(load.generate(MESSAGES, 1), LOAD_TIME);
        }
        trained.stop(WRITE_PATIENCE);
    }
}
