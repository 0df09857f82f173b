package org.c4igateway.lab.run;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.c4igateway.lab.net.ImpairedLink;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Event;
import org.c4igateway.lab.testbed.NodeProcess;

/** Makes the events of a condition happen when they are due. Belongs to one thread. */
final class Timeline {
    private final Condition condition;
    private final Network network;
    private final Fleet fleet;
    private final Submissions submissions;
    private final InstantSource clock;
    private final Deque<Event> left;
    private final Map<Event, Instant> happened = new LinkedHashMap<>();
    private final long startNanos = System.nanoTime();

    Timeline(Condition condition, Network network, Fleet fleet, Submissions submissions, InstantSource clock) {
        this.condition = condition;
        this.network = network;
        this.fleet = fleet;
        this.submissions = submissions;
        this.clock = clock;
        this.left = new ArrayDeque<>(condition.events());
    }

    /** Makes everything happen that is due; blocks for a moment while a process ends. */
    void advance() throws IOException, SQLException, InterruptedException {
        while (!left.isEmpty() && left.getFirst().at().toNanos() <= System.nanoTime() - startNanos) {
            Event event = left.removeFirst();
            happened.put(event, clock.instant());
            perform(event);
        }
    }

    /** Whether everything has happened. */
    boolean isOver() {
        return left.isEmpty();
    }

    /** Nanoseconds since the beginning. */
    long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    /** What has happened, and when it began. */
    Map<Event, Instant> happened() {
        return happened;
    }

    private void perform(Event event) throws IOException, InterruptedException {
        switch (event.action()) {
            case SUBMIT -> submissions.begin();
            case KILL -> node(event).kill();
            case STOP -> node(event).stop();
            case START -> node(event).start();
            case SILENCE -> link(event).silence();
            case RESTORE -> {
                Condition.Ways ways = condition.link(event.target());
                link(event).impair(ways.forward(), ways.backward());
            }
        }
    }

    private NodeProcess node(Event event) {
        return fleet.node(event.target());
    }

    private ImpairedLink link(Event event) {
        return network.link(event.target());
    }
}
