package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Sites and the links between them. */
final class SimWorld {
    private final long seed;
    final Random random;
    final SimTime time = new SimTime();
    final Map<Long, SimItem> items = new LinkedHashMap<>();
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

    Map<Long, SimItem> items() {
        return items;
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

    SimItem item(int size, SimItem.Template template) {
        SimItem item = new SimItem(time, items.size(), size, template);
        items.put(item.item.id(), item);
        return item;
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
