package org.c4igateway.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.dbbridge.node.reload.ReloadEndpoint;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lets a running node take over its changed files, or shows what that would change. */
@Command(
        name = "reload",
        description = {
            "Let a running node of this host read its files again, as SIGHUP does, and print what changes:",
            "each key with its old and its new value, and whether the node applies it at once,",
            "renews its data path (rows wait for seconds), or needs a restart.",
            "Exit status 1 when the node does not accept the files, or something needs a restart."
        })
final class ReloadCommand implements Callable<Integer> {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int OK = 200;
    private static final int REFUSED = 422;
    private static final int LATER = 503;

    @Option(
            names = "--node",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            description = "Address of the node, with its server.port (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private URI node;

    @Option(names = "--dry-run", description = "Change nothing.")
    private boolean dryRun;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException, InterruptedException {
        HttpResponse<String> answer = ask();
        String text = answer.body().strip();
        return switch (answer.statusCode()) {
            case OK -> {
                spec.commandLine().getOut().println(text);
                boolean waits = text.contains("(needs restart)") || text.contains("\"needRestart\":[{");
                yield waits ? ExitStatus.NEGATIVE : ExitStatus.SUCCESS;
            }
            case REFUSED -> refused(text);
            case LATER -> throw CommandException.environment(text + "; try again");
            default ->
                throw CommandException.environment("no node answers at " + node + ReloadEndpoint.PATH + ": status "
                        + answer.statusCode() + "; name a node of this host with --node URL");
        };
    }

    private int refused(String text) throws CommandException {
        if (!json) {
            throw CommandException.negative(text);
        }
        spec.commandLine().getOut().println(text);
        return ExitStatus.NEGATIVE;
    }

    private HttpResponse<String> ask() throws CommandException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build()) {
            HttpRequest request = HttpRequest.newBuilder(node.resolve(ReloadEndpoint.PATH))
                    .timeout(PATIENCE)
                    .header(ReloadEndpoint.HEADER, "reload")
                    .header("Accept", json ? "application/json" : "text/plain")
                    .method(dryRun ? "GET" : "POST", BodyPublishers.noBody())
                    .build();
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException | IllegalArgumentException e) {
            throw CommandException.environment("no node answers at " + node + ": " + e
                    + "; name a running node of this host with --node URL, or send it SIGHUP");
        }
    }
}
