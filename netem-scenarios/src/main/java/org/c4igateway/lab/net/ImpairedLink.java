package org.c4igateway.lab.net;

import java.io.IOException;
import org.c4igateway.lab.tool.ToolRun;

/** A link of a running network whose two directions can be impaired, at any time. Safe for concurrent use. */
public final class ImpairedLink implements AutoCloseable {
    private static final String TABLE = "c4ilabsize";

    private final NetworkPlan.Link plan;
    private final String namespace;
    private final WireControl control;
    private Impairment forward = Impairment.NONE;
    private Impairment backward = Impairment.NONE;

    ImpairedLink(NetworkPlan.Link plan, String namespace, WireControl control) {
        this.plan = plan;
        this.namespace = namespace;
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

    /**
     * Lets packets above this size vanish, both ways, without a message to their sender: a black hole of path MTU
     * discovery (RFC 2923, section 2.1). Stays until {@link #swallowNone}, whatever else is set; not counted.
     *
     * @param bytes the largest that passes, with its IP header
     */
    public synchronized void swallowAbove(int bytes) throws IOException {
        filter("""
                table netdev %1$s {
                  chain forward { type filter hook ingress device "%2$s" priority 1; meta length > %4$d drop; }
                  chain backward { type filter hook ingress device "%3$s" priority 1; meta length > %4$d drop; }
                }
                """.formatted(TABLE, Direction.FORWARD.entry(), Direction.BACKWARD.entry(), bytes));
    }

    /** Ends {@link #swallowAbove}. */
    public synchronized void swallowNone() throws IOException {
        filter("");
    }

    private void filter(String table) throws IOException {
        String fresh = "add table netdev %1$s%ndelete table netdev %1$s%n".formatted(TABLE);
        ToolRun.withInput(fresh + table, Namespaces.inside(namespace, "nft", "-f", "-"))
                .orThrow("setting the largest packet");
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
