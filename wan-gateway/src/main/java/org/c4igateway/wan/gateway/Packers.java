package org.c4igateway.wan.gateway;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.CompressionLevel;

/**
 * The unpacker of a link, and its packers, one for each dictionary it has used: frames in flight are rebuilt by their
 * original packer, even if the peers announced other dictionaries since. A dictionary is used only after every peer has
 * announced that it has it. Holds memory outside the heap until closed.
 */
final class Packers implements AutoCloseable {
    /** Those of this gateway, newest first. */
    private final List<CompressionDictionary> dictionaries = CompressionDictionary.shipped();

    private final Map<Optional<CompressionDictionary>, ChunkPacker> packers = new HashMap<>();
    private final ChunkUnpacker unpacker = new ChunkUnpacker(dictionaries);
    private final boolean wanted;
    private final int level;

    Packers(LinkSpec link) {
        this.wanted = link.compression();
        this.level = CompressionLevel.forRate(link.settings().rate().bitsPerSecond());
    }

    /** @return understands everything this gateway knows, whether this end compresses or not; always the same object */
    ChunkUnpacker unpacker() {
        return unpacker;
    }

    /**
     * The best packer whose frames all receivers can read; the same object for the same dictionary.
     *
     * @param peers what each peer has said; fewer than there are peers when some have not
     */
    ChunkPacker shared(Collection<Hello> peers, int expected) {
        Optional<CompressionDictionary> dictionary = peers.size() < expected
                ? Optional.empty()
                : dictionaries.stream()
                        .filter(each -> peers.stream()
                                .allMatch(peer -> peer.dictionaries().contains(each.identity())))
                        .findFirst();
        return packers.computeIfAbsent(dictionary, this::open);
    }

    private ChunkPacker open(Optional<CompressionDictionary> dictionary) {
        if (!wanted) {
            return ChunkPacker.plain();
        }
        return dictionary
                .map(each -> ChunkPacker.compressing(each, level))
                .orElseGet(() -> ChunkPacker.compressing(level));
    }

    @Override
    public void close() {
        packers.values().forEach(ChunkPacker::close);
        packers.clear();
        unpacker.close();
    }
}
