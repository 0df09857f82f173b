package org.c4igateway.core.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.jspecify.annotations.Nullable;

/**
 * A system: its machine, its database, the process that holds the lease, and those that have lost it and do not know
 * yet.
 */
final class SimSystem {
    /** For how long each system remembers what it has received. */
    static final int IDENTITY_DAYS = 2;

    private static final long CLOCK_RANGE_NANOS = Duration.ofHours(1).toNanos();

    private final World world;
    private final SystemName name;
    private final List<SystemName> others;
    private final boolean multicast;
    private final NodeClock clock;
    private final ModelDatabase database;
    private final FlowSettings settings;
    private final List<SimProcess> formers = new ArrayList<>();
    private final List<Message> open = new ArrayList<>();
    private @Nullable SimProcess current;

    SimSystem(World world, SystemName name, List<SystemName> others, FlowSettings settings) {
        this.world = world;
        this.name = name;
        this.others = others;
        this.multicast = world.chance(0.5);
        this.clock = new NodeClock(world::nowNanos);
        this.database = world.wiring.database(1 + world.below(40));
        this.settings = settings;
    }

    SystemName name() {
        return name;
    }

    List<SystemName> others() {
        return others;
    }

    boolean multicast() {
        return multicast;
    }

    NodeClock clock() {
        return clock;
    }

    ModelDatabase database() {
        return database;
    }

    Optional<SimProcess> current() {
        return Optional.ofNullable(current);
    }

    boolean isCurrent(SimProcess process) {
        return current == process;
    }

    Introduction introduction() {
        long start = current == null ? 0 : current.start();
        return new Introduction(
                start,
                Optional.of(new DatabaseId(UUID.nameUUIDFromBytes(new byte[] {(byte) name.hashCode()}))),
                IDENTITY_DAYS);
    }

    /** A server submits a row; its transaction may stay open for a while, or be rolled back. */
    void submit() {
        Message row = world.rows.draw(this, database.nextSequence());
        if (world.chance(0.05)) {
            return;
        }
        if (world.chance(0.25)) {
            open.add(row);
        } else {
            database.commit(row);
        }
    }

    /** Open transactions end, in any order. */
    void commitSome() {
        while (!open.isEmpty() && world.chance(0.3)) {
            database.commit(open.remove(world.below(open.size())));
        }
    }

    void commitAll() {
        open.forEach(database::commit);
        open.clear();
    }

    /** What happens to its machine and its database. */
    void suffer() {
        Weather weather = world.weather;
        if (world.chance(weather.clockSteps)) {
            world.clockSet();
            clock.set(world.below(2 * CLOCK_RANGE_NANOS) - CLOCK_RANGE_NANOS);
        }
        if (world.chance(weather.crashes)) {
            open.clear();
            if (weather.failsOver && world.chance(0.5)) {
                database.failOver(world.below(12));
                for (int i = world.below(6); i > 0; i--) {
                    submit();
                }
            } else {
                database.crash(world.below(32));
            }
            retire();
        }
        if (world.chance(weather.kills) && current != null) {
            if (world.chance(0.3)) {
                current.standDown();
            } else {
                current.kill();
            }
        }
        if (world.chance(weather.stops) && current != null) {
            current.stop(world.nowNanos() + world.below(1_500_000_000));
            if (world.chance(0.6)) {
                retire();
            }
        }
    }

    /** The database has ended the sessions of the process, which does not know yet. */
    private void retire() {
        if (current != null) {
            formers.add(current);
            current = null;
            world.left(this);
        }
    }

    /** Its machine is off for days, and what was on its way to it is gone. */
    void switchOff() {
        end();
        formers.clear();
        current = null;
        open.clear();
        world.left(this);
    }

    /** Its processes go on; a new one takes over where none is. */
    void turn() {
        for (Iterator<SimProcess> i = formers.iterator(); i.hasNext(); ) {
            SimProcess former = i.next();
            if (former.hasEnded() || world.chance(0.01)) {
                former.kill();
                i.remove();
            } else if (!former.isStopped(world.nowNanos())) {
                former.turn(world.nowNanos());
            }
        }
        if (current != null && current.hasEnded()) {
            current.kill();
            current = null;
            world.left(this);
        }
        if (current == null) {
            if (world.chance(0.05)) {
                current = new SimProcess(world, this, world.wiring, settings);
            }
        } else if (!current.isStopped(world.nowNanos())) {
            current.turn(world.nowNanos());
        }
    }

    /** The life is over. */
    void end() {
        formers.forEach(SimProcess::kill);
        current().ifPresent(SimProcess::kill);
    }
}
