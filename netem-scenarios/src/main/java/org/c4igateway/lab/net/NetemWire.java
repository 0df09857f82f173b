package org.c4igateway.lab.net;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.c4igateway.lab.tool.ToolRun;

/**
 * Driver {@code netem}: the token bucket shapes, and behind it, where packets leave the link, netem loses, delays,
 * duplicates and corrupts. Loss before the shaper is one netem that does both, whose drops by loss and by a full queue
 * cannot be told apart.
 */
final class NetemWire implements WireControl {
    /** Packets under way are no queue: as many as a Gbit/s has in a second. */
    private static final int UNDER_WAY_PACKETS = 100_000;

    private final String namespace;
    private final Map<Direction, Impairment> set = new EnumMap<>(Direction.class);

    NetemWire(String namespace) {
        this.namespace = namespace;
    }

    @Override
    public void set(Impairment forward, Impairment backward) throws IOException {
        ToolRun.script(script(namespace, Direction.FORWARD, forward) + script(namespace, Direction.BACKWARD, backward))
                .orThrow("setting the impairment");
        set.put(Direction.FORWARD, forward);
        set.put(Direction.BACKWARD, backward);
    }

    /** Queues are removed first, which resets their counters. */
    static String script(String namespace, Direction direction, Impairment impairment) {
        String tc = "tc -n " + namespace + " qdisc ";
        String script = tc + "del dev " + direction.shaper() + " root 2>/dev/null || true\n" + tc + "del dev "
                + direction.exit() + " root 2>/dev/null || true\n";
        Impairment.Rate rate = impairment.rate();
        boolean before = isLossBefore(impairment);
        if (before) {
            script += tc + "add dev " + direction.shaper() + " root handle 1: netem limit " + rate.queuePackets()
                    + (rate.limited() ? " rate " + rate.bitsPerSecond() + "bit" : "") + loss(impairment.loss()) + "\n";
        } else if (rate.limited()) {
            script += FilterWire.shaperScript(namespace, direction, rate);
        }
        script += tc + "add dev " + direction.exit() + " root handle 2: netem limit " + UNDER_WAY_PACKETS
                + (before ? "" : loss(impairment.loss())) + delay(impairment.delay())
                + (impairment.duplication() > 0 ? " duplicate " + percent(impairment.duplication()) : "")
                + (impairment.corruption() > 0 ? " corrupt " + percent(impairment.corruption()) : "") + "\n";
        Impairment.Delay delay = impairment.delay();
        boolean inOrder = !delay.jitter().isZero() && !delay.mayReorder(); // by itself netem lets packets overtake
        return inOrder
                ? script + tc + "add dev " + direction.exit() + " parent 2:1 handle 20: pfifo limit "
                        + UNDER_WAY_PACKETS + "\n"
                : script;
    }

    private static boolean isLossBefore(Impairment impairment) {
        return impairment.loss().share() > 0
                && impairment.loss().placement() == Impairment.Loss.Placement.BEFORE_SHAPER;
    }

    private static String loss(Impairment.Loss loss) {
        if (loss.share() <= 0) {
            return "";
        }
        if (loss.meanBurst() <= 1) {
            return " loss random " + percent(loss.share());
        }
        double leave = 1 / loss.meanBurst();
        double enter = Math.min(1, loss.share() * leave / Math.max(1e-9, 1 - loss.share()));
        return " loss gemodel " + percent(enter) + " " + percent(leave);
    }

    private static String delay(Impairment.Delay delay) {
        if (delay.base().isZero() && delay.jitter().isZero()) {
            return "";
        }
        return " delay " + micros(delay.base())
                + (delay.jitter().isZero() ? "" : " " + micros(delay.jitter()) + " distribution normal");
    }

    private static String micros(java.time.Duration time) {
        return time.toNanos() / 1_000 + "us";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.4f%%", share * 100);
    }

    @Override
    public DirectionCounters read(Direction direction) throws IOException {
        QueueStatistics shaper = QueueStatistics.read(namespace, direction.shaper());
        QueueStatistics exit = QueueStatistics.read(namespace, direction.exit());
        Impairment impairment = set.getOrDefault(direction, Impairment.NONE);
        if (isLossBefore(impairment)) {
            return new DirectionCounters(
                    shaper.packets(), shaper.bytes(), 0, shaper.packets() + shaper.drops(), shaper.drops(), 0);
        }
        boolean shaped = impairment.rate().limited();
        return new DirectionCounters(
                shaped ? shaper.packets() : 0,
                shaped ? shaper.bytes() : 0,
                shaped ? shaper.drops() : 0,
                exit.packets() + exit.drops(),
                exit.drops(),
                0);
    }

    @Override
    public void close() {
        // ends with its namespace
    }
}
