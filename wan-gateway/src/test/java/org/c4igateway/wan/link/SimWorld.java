package org.c4igateway.wan.link;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;

/** Sites and the links between them. */
final class SimWorld {
    private final long seed;
    final Random random;
    final SimTime time = new SimTime();
    final Map<Long, SimItem> items = new LinkedHashMap<>();
    private final Map<ByteBuffer, SimItem> byBytes = new HashMap<>();
    final List<SimSite> sites = new ArrayList<>();
    final List<SimChannel> channels = new ArrayList<>();

    private int ended;

    SimWorld(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
    }

    long seed() {
        return seed;
    }

    SimSite site(String name, LinkSettings settings) {
        SimShaper shaper = new SimShaper(time, settings.rate().bitsPerSecond());
        SimSite site = new SimSite(name, time, shaper, settings, this);
        sites.add(site);
        return site;
    }

    void itemEnded() {
        ended++;
    }

    /** What one site sends reaches the other. */
    SimChannel connect(SimSite from, SimSite to, long delayNanos) {
        SimChannel channel = new SimChannel(time, random, datagram -> to.receive(from.name, datagram));
        channel.delayNanos = delayNanos;
        from.shaper.channels.add(channel);
        from.peers.add(to.name);
        channels.add(channel);
        return channel;
    }

    /** A record of so many bytes, at least eight, unlike any other. */
    SimItem item(int size, SimItem.Template template) {
        byte[] bytes = new byte[Math.max(Long.BYTES, size)];
        new Random(items.size()).nextBytes(bytes);
        ByteBuffer.wrap(bytes).putLong(0, items.size());
        return item(bytes, template);
    }

    /** The same of something that can be compressed. */
    SimItem textItem(int size, SimItem.Template template) {
        StringBuilder text = new StringBuilder("%08d".formatted(items.size()));
        while (text.length() < size) {
            text.append("/FIELD").append(random.nextInt(50)).append(":A").append(random.nextInt(1_000));
        }
        return item(text.toString().getBytes(StandardCharsets.US_ASCII), template);
    }

    SimItem item(byte[] bytes, SimItem.Template template) {
        SimItem item = new SimItem(time, items.size(), bytes, template);
        items.put(item.item.id(), item);
        byBytes.put(ByteBuffer.wrap(bytes), item);
        return item;
    }

    @Nullable SimItem find(byte[] record) {
        return byBytes.get(ByteBuffer.wrap(record));
    }

    void start() {
        sites.forEach(SimSite::start);
    }

    void runUntil(long nanos) {
        while (time.step(nanos)) {
            // goes on
        }
    }

    /** Runs until nothing is waiting or in flight anywhere. @return whether that came about in time */
    boolean runUntilDone(long limitNanos) {
        while (!isDone()) {
            if (!time.step(limitNanos)) {
                return false;
            }
        }
        return true;
    }

    boolean isDone() {
        return ended == items.size();
    }
}
