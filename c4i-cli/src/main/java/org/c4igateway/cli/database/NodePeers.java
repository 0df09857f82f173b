package org.c4igateway.cli.database;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.TextTable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a running node tells of its peers in its health.
 *
 * @param role what the node is doing
 * @param peers by name
 * @param mismatches DDS endpoints that do not match, in words
 */
record NodePeers(String role, List<Peer> peers, List<String> mismatches) {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String HEALTH = "/actuator/health";

    /** @param why why it is not reachable; empty while it is, and when the node does not know */
    record Peer(String system, String state, String why) {}

    /** @param node where it serves its health */
    static NodePeers ask(URI node) throws CommandException, InterruptedException {
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            HttpRequest request = HttpRequest.newBuilder(node.resolve(HEALTH))
                    .timeout(PATIENCE)
                    .build();
            JsonNode health = new JsonMapper()
                    .readTree(client.send(request, BodyHandlers.ofString()).body());
            return health.path("components")
                    .valueStream()
                    .map(component -> component.path("details"))
                    .filter(details -> details.has("peers") && details.has("role"))
                    .findFirst()
                    .map(NodePeers::of)
                    .orElseThrow(() -> CommandException.environment(
                            node + HEALTH + " is not the health of a node; name a node with --node URL"));
        } catch (IOException | IllegalArgumentException | JacksonException e) {
            throw CommandException.environment(
                    "no node answers at " + node + ": " + e + "; name a running node with --node URL");
        }
    }

    private static NodePeers of(JsonNode details) {
        List<Peer> peers = new ArrayList<>();
        details.path("peers")
                .propertyStream()
                .forEach(peer -> peers.add(new Peer(
                        peer.getKey(),
                        peer.getValue().asString(""),
                        details.path("absences").path(peer.getKey()).asString(""))));
        List<String> mismatches = details.path("mismatches")
                .valueStream()
                .map(text -> text.asString(""))
                .toList();
        return new NodePeers(details.path("role").asString(""), peers, mismatches);
    }

    void print(PrintWriter out) {
        out.println();
        out.println("The node is " + role + (peers.isEmpty() ? "; it has no data path open." : "."));
        if (!peers.isEmpty()) {
            TextTable table = new TextTable("PEER", "STATE", "WHY");
            peers.forEach(
                    peer -> table.row(peer.system(), peer.state(), peer.why().isEmpty() ? "-" : peer.why()));
            table.print(out);
        }
        if (!mismatches.isEmpty()) {
            out.println("DDS endpoints that do not match");
            mismatches.forEach(text -> out.println("  " + text));
        }
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("role", role);
        fields.put("peers", peers.stream().map(NodePeers::fields).toList());
        fields.put("mismatches", mismatches);
        return fields;
    }

    private static Map<String, Object> fields(Peer peer) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("system", peer.system());
        fields.put("state", peer.state());
        fields.put("why", peer.why());
        return fields;
    }
}
