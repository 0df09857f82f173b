package org.c4igateway.wan.frame.record;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/**
 * Numbers for the topics of a catalogue, the same wherever the catalogue is the same. Immutable and safe for any
 * thread.
 */
public final class CatalogueIndex {
    private final String hash;
    private final long identity;
    private final List<String> ids;
    private final List<String> digests;
    private final Map<String, Integer> byId = new HashMap<>();
    private final Map<String, Integer> byDigest = new HashMap<>();

    CatalogueIndex(TopicCatalogue catalogue) {
        hash = catalogue.contentHash();
        identity = HexFormat.fromHexDigitsToLong(hash, 0, 16);
        ids = catalogue.topics().stream().map(Topic::id).sorted().toList();
        Map<String, Integer> digestsById = catalogue.digests();
        digests = ids.stream()
                .map(id -> "%s=%08x".formatted(id, digestsById.getOrDefault(id, 0)))
                .toList();
        for (int i = 0; i < ids.size(); i++) {
            byId.put(ids.get(i), i);
            byDigest.put(digests.get(i), i);
        }
    }

    /** First eight bytes of the content hash. */
    long identity() {
        return identity;
    }

    /** First two bytes of the content hash; what a record that uses numbers names. */
    int tag() {
        return (int) (identity >>> 48);
    }

    public String hash() {
        return hash;
    }

    public int size() {
        return ids.size();
    }

    /** Topics by number. */
    public List<String> ids() {
        return ids;
    }

    Map<String, Integer> byId() {
        return byId;
    }

    /** Topics with their digests, {@code <id>=<8 hex digits>}, by number. */
    public List<String> digests() {
        return digests;
    }

    Map<String, Integer> byDigest() {
        return byDigest;
    }
}
