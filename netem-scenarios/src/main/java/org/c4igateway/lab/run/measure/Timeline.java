package org.c4igateway.lab.run.measure;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.ImpairedLink;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.run.RunNodes;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Event;
import org.c4igateway.lab.testbed.NodeProcess;

/** Makes the events of a condition happen when they are due. Belongs to one thread. */
public final class Timeline {
    private final Condition condition;
    private final Network network;
    private final RunNodes runNodes;
    private final Submissions submissions;
    private final InstantSource clock;
    private final Deque<Event> left;
    private final Map<Event, Instant> happened = new LinkedHashMap<>();
    private final Map<String, Host.Traffic> untilRows = new LinkedHashMap<>();
    private final long startNanos = System.nanoTime();

    public Timeline(
            Condition condition, Network network, RunNodes runNodes, Submissions submissions, InstantSource clock) {
        this.condition = condition;
        this.network = network;
        this.runNodes = runNodes;
        this.submissions = submissions;
        this.clock = clock;
        this.left = new ArrayDeque<>(condition.events());
    }

    /** Makes everything happen that is due; blocks for a moment while a process ends. */
    public void advance() throws IOException, SQLException, InterruptedException {
        while (!left.isEmpty() && left.getFirst().at().toNanos() <= System.nanoTime() - startNanos) {
            Event event = left.removeFirst();
            happened.put(event, clock.instant());
            perform(event);
        }
    }

    /** Whether everything has happened. */
    public boolean isOver() {
        return left.isEmpty();
    }

    /** Nanoseconds since the beginning. */
    public long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    /** What has happened, and when it began. */
    public Map<Event, Instant> happened() {
        return happened;
    }

    /** Counters of the hosts whose nodes were started before the rows were submitted, as they were then. */
    public Map<String, Host.Traffic> untilRows() {
        return untilRows;
    }

    private void perform(Event event) throws IOException, InterruptedException {
        switch (event.action()) {
            case SUBMIT -> {
                for (Event earlier : happened.keySet()) {
                    if (earlier.action() == Event.Action.START) {
                        untilRows.put(
                                earlier.target(), network.host(earlier.target()).traffic());
                    }
                }
                submissions.begin();
            }
            case KILL -> node(event).kill();
            case STOP -> node(event).stop();
            case START -> node(event).start();
            case SILENCE -> link(event).silence();
            case RESTORE -> {
                Condition.Directions ways = condition.link(event.target());
                link(event).impair(ways.forward(), ways.backward());
            }
        }
    }

    private NodeProcess node(Event event) {
        return runNodes.node(event.target());
    }

    private ImpairedLink link(Event event) {
        return network.link(event.target());
    }
}
