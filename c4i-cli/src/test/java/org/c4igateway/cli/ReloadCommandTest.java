package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReloadCommandTest {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer node;

    ReloadCommandTest() throws IOException {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    }

    @AfterEach
    void stopNode() {
        node.stop(0);
    }

    private CommandRun run(int status, String answer, String... options) {
        node.createContext("/actuator/configuration", exchange -> {
            asked.add(exchange.getRequestMethod() + " "
                    + exchange.getRequestHeaders().getFirst("C4I-Request") + " "
                    + exchange.getRequestHeaders().getFirst("Accept"));
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        node.start();
        String[] arguments = new String[options.length + 3];
        arguments[0] = "reload";
        arguments[1] = "--node";
        arguments[2] = "http://127.0.0.1:" + node.getAddress().getPort();
        System.arraycopy(options, 0, arguments, 3, options.length);
        return CommandRun.of(arguments);
    }

    @Test
    void printsWhatIsAppliedAndEndsWithSuccess() {
        CommandRun run = run(200, "c4i.validation.default: lenient -> carry (applied)\n");

        assertThat(run.status()).isZero();
        assertThat(run.out()).isEqualTo("c4i.validation.default: lenient -> carry (applied)" + System.lineSeparator());
        assertThat(asked).containsExactly("POST reload text/plain");
    }

    @Test
    void endsWithANegativeResultWhenSomethingNeedsARestart() {
        CommandRun run = run(200, "c4i.system: ALPHA -> BETA (needs restart)\n", "--dry-run");

        assertThat(run.status()).isEqualTo(1);
        assertThat(asked).containsExactly("GET reload text/plain");
    }

    @Test
    void saysWhyTheNodeRefusesItsFiles() {
        CommandRun run = run(422, "GW-409 GW-101: c4i.x is unknown (/etc/c4i/a.yaml:2:3)\nCorrect it.\n");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("GW-409", "/etc/c4i/a.yaml:2:3", "Correct it.");
    }

    @Test
    void asksToTryAgainWhenTheNodeCannotReadNow() {
        assertThat(run(503, "not now: another attempt is under way").err()).contains("under way; try again");
    }

    @Test
    void namesTheOptionWhenNoNodeAnswers() {
        CommandRun run = CommandRun.of("reload", "--node", "http://127.0.0.1:1");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("no node answers at http://127.0.0.1:1", "--node URL");
    }
}
