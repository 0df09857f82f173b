package org.c4igateway.lab.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.c4igateway.lab.net.NetworkPlan.Wire;
import org.c4igateway.lab.tool.ToolRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is set for one host of a network; skipped with the reason where networks cannot be made. */
@Tag("slow")
class HostTest {
    @SuppressWarnings("NullAway.Init") // set before each test
    private NetworkTestbed testbed;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Network network;

    @BeforeEach
    void build() throws IOException {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        testbed = NetworkTestbed.open();
        Driver driver = testbed.drivers().stream()
                .filter(Driver.Trial::works)
                .findFirst()
                .map(Driver.Trial::driver)
                .orElse(Driver.RELAY);
        network = testbed.build(NetworkPlan.pair("link", "A", "B", Wire.PLAIN), driver);
    }

    @AfterEach
    void close() throws IOException {
        if (testbed != null) {
            testbed.close();
        }
    }

    @Test
    void choosesTheCongestionControlOfAHost() throws IOException {
        network.host("A").congestionControl("reno");

        String routes =
                ToolRun.of("ip", "-n", network.host("A").namespace(), "route").output();
        assertThat(routes).contains("198.18.0.0/24 dev net0").contains("congctl reno");
    }

    /** A namespace may not choose each control as its default, but each route may have its own. */
    @Test
    void choosesTheCongestionControlBetweenProgramsOfAHostToo() throws IOException {
        Host host = network.host("A");
        host.congestionControl("reno");

        for (String address : List.of("127.0.0.1", host.address())) {
            assertThat(controlOfConnectionTo(host, address)).as(address).isEqualTo("reno reno");
        }
        assertThat(controlOfConnectionTo(network.host("B"), "127.0.0.1")).isNotEqualTo("reno reno");
    }

    /** Of both ends, as the kernel tells it ({@code TCP_CONGESTION}). */
    private static String controlOfConnectionTo(Host host, String address) throws IOException {
        ToolRun run =
                ToolRun.withInput("", Namespaces.inside(host.namespace(), "python3", "-c", """
                import socket
                server = socket.create_server(("%s", 0))
                client = socket.create_connection(server.getsockname())
                accepted, _ = server.accept()
                print(*(each.getsockopt(socket.IPPROTO_TCP, 13, 16).rstrip(b"\\0").decode() for each in (client, accepted)))
                """.formatted(address)));
        assertThat(run.succeeded()).as(run.output()).isTrue();
        return run.output().strip();
    }

    @Test
    void setsWhatTheKernelDoesForOneHost() throws IOException {
        String key = "net.ipv4.tcp_thin_linear_timeouts";
        assertThat(setting(network.host("A"), key)).isEqualTo("0");

        network.host("A").kernelSetting(key, "1");

        assertThat(setting(network.host("A"), key)).isEqualTo("1");
        assertThat(setting(network.host("B"), key)).isEqualTo("0");
        assertThatIOException()
                .isThrownBy(() -> network.host("A").kernelSetting("net.ipv4.no_such_setting", "1"))
                .withMessageContaining("setting net.ipv4.no_such_setting at A");
    }

    private static String setting(Host host, String key) throws IOException {
        String file = "/proc/sys/" + key.replace('.', '/');
        return ToolRun.of("ip", "netns", "exec", host.namespace(), "cat", file)
                .output()
                .strip();
    }
}
