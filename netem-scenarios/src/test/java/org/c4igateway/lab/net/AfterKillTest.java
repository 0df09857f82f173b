package org.c4igateway.lab.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.c4igateway.lab.net.NetworkPlan.Plumbing;
import org.c4igateway.lab.net.NetworkPlan.Wire;
import org.c4igateway.lab.tool.ToolRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is left of a testbed whose process gets no chance to clean up. */
@Tag("slow")
class AfterKillTest {
    /** Namespaces as of {@code run_in_sandbox} in the launcher {@code c4i}. */
    private static final List<String> SANDBOX = List.of(
            "unshare",
            "--mount",
            "--net",
            "--pid",
            "--ipc",
            "--fork",
            "--kill-child",
            "--mount-proc",
            "sh",
            "-c",
            "PATH=$PATH:/usr/sbin:/sbin && mount -t tmpfs none /run && mkdir /run/netns && ip link set lo up && exec \"$@\"",
            "sh");

    @BeforeEach
    void assumeNamespaces() {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
    }

    /** A process that builds a network with something running in it, says its prefix and waits to be killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            NetworkTestbed testbed = NetworkTestbed.open();
            Driver driver = testbed.drivers().stream()
                    .filter(Driver.Trial::works)
                    .findFirst()
                    .orElseThrow()
                    .driver();
            Plumbing plumbing = testbed.obstacleTo(Plumbing.VXLAN).isEmpty() ? Plumbing.VXLAN : Plumbing.HOST;
            Network network = testbed.build(
                    NetworkPlan.pair("link", "A", "B", Wire.SHAPED).withPods(plumbing), driver);
            new ProcessBuilder(Namespaces.inside(network.host("A").namespace(), "sleep", "4321"))
                    .start()
                    .waitFor();
        }
    }

    @Test
    void isFoundAndRemovedAfterwards() throws IOException, InterruptedException {
        List<String> ofOthers = Namespaces.list(Namespaces.PREFIX);
        Process victim = start(List.of());
        List<String> left = awaitNetworks();
        left.removeAll(ofOthers);
        assertThat(left).isNotEmpty();
        assertThat(StrayNetworks.find()).doesNotContainAnyElementsOf(left);

        victim.destroyForcibly().waitFor();

        assertThat(StrayNetworks.find()).containsAll(left);
        assertThat(StrayNetworks.remove()).containsAll(left);
        assertThat(StrayNetworks.find()).doesNotContainAnyElementsOf(left);
        Awaitility.await().untilAsserted(() -> assertThat(sleepers()).isEmpty());
    }

    @Test
    void isNothingInASandbox() throws IOException, InterruptedException {
        assumeTrue(ToolRun.of("unshare", "--net", "--pid", "--fork", "true").succeeded(), "unshare is refused");
        List<String> addresses = addresses();
        Process victim = start(SANDBOX);
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> !sleepers().isEmpty());

        victim.destroyForcibly().waitFor();

        Awaitility.await().untilAsserted(() -> assertThat(sleepers()).isEmpty());
        assertThat(addresses).containsAll(addresses());
    }

    private static List<String> addresses() {
        return ToolRun.of("ip", "-4", "-o", "address", "show").output().lines().toList();
    }

    private static Process start(List<String> prefix) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-cp", System.getProperty("java.class.path"), Victim.class.getName()));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static List<String> awaitNetworks() throws IOException {
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> !sleepers().isEmpty());
        return new ArrayList<>(Namespaces.list(Namespaces.PREFIX));
    }

    private static List<String> sleepers() {
        try {
            Process list =
                    new ProcessBuilder("ps", "-eo", "args").start(); // the parent of a PID namespace sees into it
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(list.getInputStream(), StandardCharsets.UTF_8))) {
                return lines.lines().filter(line -> line.equals("sleep 4321")).toList();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
