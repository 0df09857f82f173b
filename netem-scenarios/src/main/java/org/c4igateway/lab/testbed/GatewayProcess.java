package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.c4igateway.lab.testbed.config.GatewayYaml;

/** A gateway between sites as a process of its own, which can be killed and started again. Thread-safe. */
public final class GatewayProcess extends RestartableProcess {
    private static final Pattern PEER_UP = Pattern.compile("\"state\"\\s*:\\s*\"up\"");
    private static final Pattern PEER_DOWN = Pattern.compile("\"state\"\\s*:\\s*\"down\"");

    /** What it runs. */
    public enum Program {
        /** The WAN gateway. */
        WAN("org.c4igateway.wan.app.WanApplication"),
        /** The plain DDS gateway that it is compared with. */
        RELAY("org.c4igateway.lab.topicrelay.RelayApplication");

        private final String mainClass;

        Program(String mainClass) {
            this.mainClass = mainClass;
        }
    }

    private GatewayProcess(ServiceProcess service) {
        super(service);
    }

    /** Writes the configuration into the directory, where its log will be, too; starts nothing. */
    public static GatewayProcess prepare(Program program, GatewayYaml yaml, Path directory, ClassPathFile classPath)
            throws IOException {
        String name = yaml.site() + "-wan";
        Path file = directory.resolve(name + ".yaml");
        Files.writeString(file, yaml.text());
        return new GatewayProcess(new ServiceProcess(
                new ServiceProcess.Program(
                        name,
                        NodePlace.at(yaml.lan()),
                        GatewayYaml.HTTP_PORT,
                        program.mainClass,
                        List.of(file),
                        List.of("--c4i.file=" + file),
                        Map.of()),
                classPath));
    }

    /**
     * Waits until it hears each of its peers.
     *
     * @throws IOException with the end of its log when it ended or did not get there in time
     */
    public void awaitPeers(Duration patience) throws IOException, InterruptedException {
        service.awaitHealth(
                health -> PEER_UP.matcher(health).find()
                        && !PEER_DOWN.matcher(health).find(),
                patience);
    }

    /** Waits until it ends by itself; returns its exit status, or -1 when that took too long. */
    public int awaitExit(Duration patience) throws InterruptedException {
        return service.awaitExit(patience);
    }
}
