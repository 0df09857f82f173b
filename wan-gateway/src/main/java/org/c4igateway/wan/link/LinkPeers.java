package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.link.receive.ReceiveStream;
import org.c4igateway.wan.link.send.Receiver;
import org.c4igateway.wan.link.settings.LinkIdentity;
import org.c4igateway.wan.link.settings.LinkSettings;

/** The other ends by name, and what this side says about itself to them. */
final class LinkPeers {
    /** Sessions named at once; a hello has to fit the smallest datagram. */
    private static final int MAX_SESSIONS = 24;

    private final Map<String, LinkPeer> peers = new LinkedHashMap<>();
    private final Hello hello;
    private final LinkSettings.Bounds boundsOfOne;

    LinkPeers(LinkIdentity identity, LinkSettings settings, long nowNanos) {
        this.hello = identity.hello();
        for (String name : identity.peers()) {
            peers.put(name, new LinkPeer(name, new Receiver(peers.size()), settings.patience(), nowNanos));
        }
        LinkSettings.Bounds bounds = settings.bounds();
        this.boundsOfOne = bounds.wide(bounds.wideFrames() / peers.size());
    }

    /** Bounds of what one peer may make this side keep. */
    LinkSettings.Bounds boundsOfOne() {
        return boundsOfOne;
    }

    /** @throws IllegalArgumentException when there is no such peer */
    LinkPeer named(String name) {
        LinkPeer found = peers.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no peer " + name + " among " + peers.keySet());
        }
        return found;
    }

    /** All of them, in the order of the settings. */
    Collection<LinkPeer> all() {
        return peers.values();
    }

    int count() {
        return peers.size();
    }

    /** Their receiving sides, in the same order. */
    List<Receiver> receivers() {
        return peers.values().stream().map(peer -> peer.receiver).toList();
    }

    boolean isAnyUp() {
        return peers.values().stream().anyMatch(LinkPeer::isUp);
    }

    /** Whether all that were heard understand feedback in parts: in a group each reads the feedback for the others. */
    boolean takeParts() {
        return peers.values().stream().allMatch(peer -> peer.stream == null || peer.receiver.takesParts());
    }

    /** Whether every datagram should say who this side is. */
    boolean needGreeting() {
        return peers.values().stream().anyMatch(LinkPeer::needsGreeting);
    }

    /** What this side says about itself, and the sessions it heard; those first that wait to see theirs. */
    Hello greeting() {
        List<Long> heard = new ArrayList<>();
        for (boolean joined : new boolean[] {false, true}) {
            for (LinkPeer peer : peers.values()) {
                ReceiveStream stream = peer.stream;
                if (stream != null && peer.joined == joined && heard.size() < MAX_SESSIONS) {
                    heard.add(stream.session());
                }
            }
        }
        return new Hello(
                hello.site(),
                hello.incarnation(),
                hello.catalogue(),
                hello.dictionaries(),
                heard,
                boundsOfOne.wideFrames());
    }
}
