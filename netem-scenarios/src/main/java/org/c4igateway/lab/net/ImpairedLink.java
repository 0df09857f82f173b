package org.c4igateway.lab.net;

import java.io.IOException;

/** A link of a running network whose two directions can be impaired, at any time. Safe for concurrent use. */
public final class ImpairedLink implements AutoCloseable {
    private final NetworkPlan.Link plan;
    private final WireControl control;
    private Impairment forward = Impairment.NONE;
    private Impairment backward = Impairment.NONE;

    ImpairedLink(NetworkPlan.Link plan, WireControl control) {
        this.plan = plan;
        this.control = control;
    }

    /** As in the plan. */
    public String name() {
        return plan.name();
    }

    /**
     * Replaces the settings of both directions, and resets the counters. Packets in transit may be dropped.
     *
     * @throws IllegalArgumentException when the wire cannot do it, by its plan
     */
    public synchronized void impair(Impairment newForward, Impairment newBackward) throws IOException {
        check(newForward);
        check(newBackward);
        control.set(newForward, newBackward);
        forward = newForward;
        backward = newBackward;
    }

    /** The same in both directions. */
    public void impair(Impairment both) throws IOException {
        impair(both, both);
    }

    /** Lets nothing through, without the ends noticing that by a signal, as a radio link would. */
    public void silence() throws IOException {
        impair(Impairment.NONE.withLoss(1));
    }

    /** What is set in a direction. */
    public synchronized Impairment impairment(Direction direction) {
        return direction == Direction.FORWARD ? forward : backward;
    }

    /** Counters of a direction since {@link #impair}; blocks for some milliseconds. */
    public synchronized DirectionCounters read(Direction direction) throws IOException {
        return control.read(direction);
    }

    private void check(Impairment wanted) {
        if (wanted.wire().compareTo(plan.wire()) > 0) {
            throw new IllegalArgumentException(
                    "link " + name() + " is planned as " + plan.wire() + "; this needs " + wanted.wire());
        }
    }

    @Override
    public synchronized void close() {
        control.close();
    }
}
