package org.c4igateway.lab.transport.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.c4igateway.lab.transport.CannotRunException;
import org.c4igateway.lab.transport.DdsEnd;
import org.c4igateway.lab.transport.ProcessFigures;
import tools.jackson.databind.json.JsonMapper;

/**
 * A zenoh router with the DDS plugin at each of two hosts, joined over the link, with the defaults of zenoh. Each
 * router speaks DDS on the loopback interface of its host only, so that neither samples nor discovery of DDS reach the
 * link. Belongs to one thread.
 */
public final class ZenohRouters implements Bridge {
    private static final int PORT = 7_447;
    private static final int LOG_LINES = 10;
    private static final String DDS = "<CycloneDDS><Domain id=\"any\"><General><Interfaces>"
            + "<NetworkInterface name=\"lo\" multicast=\"true\"/></Interfaces></General></Domain></CycloneDDS>";

    private final Path directory;
    private final Map<String, Process> processes = new LinkedHashMap<>();

    private ZenohRouters(Path directory) {
        this.directory = directory;
    }

    /**
     * Starts both and returns at once; they find each other, and the programs, in time.
     *
     * @param protocol of the link, {@code tcp} or {@code udp}
     * @param from whose router connects
     * @param to whose router listens
     * @param directory for configurations and logs
     * @throws CannotRunException when zenoh was not built here
     */
    public static ZenohRouters start(ZenohTools tools, String protocol, BridgeEnd from, BridgeEnd to, Path directory)
            throws IOException {
        tools.require();
        ZenohRouters routers = new ZenohRouters(directory);
        try {
            routers.start(tools, to, configuration(tools, protocol, to, List.of()));
            routers.start(tools, from, configuration(tools, protocol, from, List.of(to)));
            return routers;
        } catch (IOException | RuntimeException e) {
            routers.close();
            throw e;
        }
    }

    /** @param others to which it connects */
    static String configuration(ZenohTools tools, String protocol, BridgeEnd end, List<BridgeEnd> others) {
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("mode", "router");
        whole.put("listen", Map.of("endpoints", List.of(endpoint(protocol, end))));
        whole.put(
                "connect",
                Map.of(
                        "endpoints",
                        others.stream().map(other -> endpoint(protocol, other)).toList()));
        whole.put("scouting", Map.of("multicast", Map.of("enabled", false)));
        whole.put(
                "plugins",
                Map.of(
                        "dds",
                        Map.of(
                                "__required__",
                                true,
                                "__path__",
                                tools.plugin().toAbsolutePath().toString(),
                                "domain",
                                DdsEnd.DOMAIN)));
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(whole);
    }

    private static String endpoint(String protocol, BridgeEnd end) {
        return protocol + "/" + end.address() + ":" + PORT;
    }

    private void start(ZenohTools tools, BridgeEnd end, String configuration) throws IOException {
        Path file = directory.resolve("zenoh-" + end.name() + ".json5");
        Files.writeString(file, configuration);
        List<String> command = new ArrayList<>(end.enter());
        command.addAll(List.of(
                tools.router().toAbsolutePath().toString(),
                "--config",
                file.toAbsolutePath().toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(log(end.name()).toFile());
        builder.environment().put("CYCLONEDDS_URI", DDS);
        processes.put(end.name(), builder.start());
    }

    private Path log(String name) {
        return directory.resolve("zenoh-" + name + ".log");
    }

    @Override
    public void requireAlive() throws IOException {
        for (Map.Entry<String, Process> each : processes.entrySet()) {
            if (!each.getValue().isAlive()) {
                List<String> lines = Files.readAllLines(log(each.getKey()));
                throw new IOException("the zenoh router at " + each.getKey() + " ended; its log ends:\n"
                        + String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size())));
            }
        }
    }

    @Override
    public Map<String, ProcessFigures> figures() throws IOException {
        Map<String, ProcessFigures> figures = new LinkedHashMap<>();
        for (Map.Entry<String, Process> each : processes.entrySet()) {
            figures.put("zenoh at " + each.getKey(), ProcessFigures.of(each.getValue()));
        }
        return figures;
    }

    @Override
    public void close() {
        for (Process process : processes.values()) {
            process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
        }
    }
}
