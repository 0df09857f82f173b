package org.c4igateway.core.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;

/**
 * What is on its way from one system to another. It keeps what the port promises: per topic the order of what was
 * accepted; when it breaks, the end of each topic is lost, and all that is accepted after that, until the sender has a
 * new epoch. Topics overtake each other, receipts everything.
 */
final class Link {
    private final World world;
    private final Map<String, ArrayDeque<Due<Message>>> lanes = new LinkedHashMap<>();
    private final List<Due<Receipt>> receipts = new ArrayList<>();
    private boolean broken;

    /** Something on its way, with the wall clock of its sender. */
    record Due<T>(T what, long atNanos, long sentMicros) {}

    Link(World world) {
        this.world = world;
    }

    boolean isBroken() {
        return broken;
    }

    void mend() {
        broken = false;
    }

    boolean isFull(String topic) {
        ArrayDeque<Due<Message>> lane = lanes.get(topic);
        return lane != null && lane.size() >= world.weather.capacity;
    }

    void carry(Message message, boolean reliable, long sentMicros) {
        if (broken || world.chance(reliable ? world.weather.quietLoss : world.weather.receiptLoss)) {
            return;
        }
        ArrayDeque<Due<Message>> lane = lanes.computeIfAbsent(message.topicId(), topic -> new ArrayDeque<>());
        lane.addLast(new Due<>(message, world.someTimeLater(), sentMicros));
        if (world.chance(world.weather.duplication)) {
            lane.addLast(new Due<>(message, world.someTimeLater(), sentMicros));
        }
    }

    void carry(Receipt receipt) {
        if (!broken && !world.chance(world.weather.receiptLoss)) {
            receipts.add(new Due<>(receipt, world.someTimeLater(), 0));
            if (world.chance(world.weather.duplication)) {
                receipts.add(new Due<>(receipt, world.someTimeLater(), 0));
            }
        }
    }

    /** The connection breaks: each topic keeps a part of what is first. */
    void cut() {
        broken = true;
        for (ArrayDeque<Due<Message>> lane : lanes.values()) {
            int kept = world.below(lane.size() + 1);
            while (lane.size() > kept) {
                lane.removeLast();
            }
        }
        receipts.removeIf(receipt -> world.chance(0.5));
    }

    /** The process at its end is gone, with what it had taken and not written: nothing after that may arrive. */
    void loseAll() {
        broken = true;
        lanes.clear();
        receipts.clear();
    }

    /** Hands over what has come; a receiver without room leaves the rest where it is. */
    void deliver(long nowNanos, BooleanSupplier hasRoom, Consumer<Due<Message>> to) {
        for (ArrayDeque<Due<Message>> lane : lanes.values()) {
            Due<Message> first = lane.peekFirst();
            while (first != null && nowNanos - first.atNanos() >= 0 && hasRoom.getAsBoolean()) {
                lane.removeFirst();
                to.accept(first);
                first = lane.peekFirst();
            }
        }
    }

    void deliverReceipts(long nowNanos, Consumer<Receipt> to) {
        for (Iterator<Due<Receipt>> i = receipts.iterator(); i.hasNext(); ) {
            Due<Receipt> next = i.next();
            if (nowNanos - next.atNanos() >= 0) {
                i.remove();
                to.accept(next.what());
            }
        }
    }
}
