package org.c4igateway.console.page;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.c4igateway.console.watch.StaleWhileRefresh;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.c4igateway.dbbridge.trail.TrafficCounts;
import org.c4igateway.topics.Topic;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** Topics of the catalogue by peer, with rates and how they are delivered. */
@Controller
final class TopicsPage {
    static final int ROWS = 100;

    private final NodeStatus node;
    private final StaleWhileRefresh<TrafficCounts> traffic;

    TopicsPage(NodeStatus node, StaleWhileRefresh<TrafficCounts> traffic) {
        this.node = node;
        this.traffic = traffic;
    }

    @GetMapping("/console/topics")
    String list(@RequestParam Map<String, String> fields, Model model) {
        fill(fields, model);
        return "topics";
    }

    /** The part that changes. */
    @GetMapping("/console/topics-now")
    String now(@RequestParam Map<String, String> fields, Model model) {
        fill(fields, model);
        return "topics :: now";
    }

    @GetMapping("/console/topics/{id}")
    String one(@PathVariable String id, Model model) {
        Topic topic = node.catalogue().find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        model.addAttribute("topic", topic);
        model.addAttribute("qualities", node.qualities(topic));
        return "topic";
    }

    private void fill(Map<String, String> fields, Model model) {
        String name = fields.getOrDefault("name", "").strip();
        boolean busy = "1".equals(fields.get("busy"));
        String after = fields.getOrDefault("after", "");
        StaleWhileRefresh.Reading<TrafficCounts> reading = traffic.read();
        List<Row> rows = rows(name.toUpperCase(Locale.ROOT), reading)
                .filter(row -> !busy || row.sent() > 0 || row.received() > 0)
                .filter(row -> row.key().compareTo(after) > 0)
                .limit(ROWS + 1L)
                .toList();
        model.addAttribute("late", reading.late());
        model.addAttribute("name", name);
        model.addAttribute("busy", busy);
        model.addAttribute("after", after);
        model.addAttribute("rows", rows.size() > ROWS ? rows.subList(0, ROWS) : rows);
        model.addAttribute("next", rows.size() > ROWS ? rows.get(ROWS - 1).key() : "");
    }

    /** In order of their keys. */
    private Stream<Row> rows(String name, StaleWhileRefresh.Reading<TrafficCounts> reading) {
        List<NodeStatus.PeerStatus> peers = node.peers();
        return node.catalogue().topics().stream()
                .filter(topic -> topic.id().contains(name) || topic.name().contains(name))
                .sorted((one, other) -> one.id().compareTo(other.id()))
                .flatMap(topic -> peers.stream().map(peer -> {
                    TrafficCounts.Key key =
                            new TrafficCounts.Key(topic.id(), peer.system().value());
                    return new Row(
                            topic,
                            peer,
                            reading.value().map(t -> t.sentPerMinute(key)).orElse(0.0),
                            reading.value().map(t -> t.receivedPerMinute(key)).orElse(0.0));
                }));
    }

    /**
     * A topic and a peer.
     *
     * @param sent messages per minute submitted for the peer
     * @param received messages per minute received from the peer
     */
    record Row(Topic topic, NodeStatus.PeerStatus peer, double sent, double received) {
        /** Sorts as topic, then peer: a blank comes before all that ids hold. */
        String key() {
            return topic.id() + " " + peer.system().value();
        }
    }
}
