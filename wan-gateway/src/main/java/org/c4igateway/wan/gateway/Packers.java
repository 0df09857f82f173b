package org.c4igateway.wan.gateway;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.CompressionDictionary;

/**
 * The packers of a link, one for each dictionary it has used: frames in flight are rebuilt by their original packer,
 * even if the peers announced other dictionaries since.
 */
final class Packers implements AutoCloseable {
    private final Compression compression;
    private final Map<Optional<CompressionDictionary>, ChunkPacker> packers = new HashMap<>();

    Packers(Compression compression) {
        this.compression = compression;
    }

    /** The best packer whose frames all receivers can read; the same object for the same dictionary. */
    ChunkPacker shared(Collection<Hello> peers, int expected) {
        return packers.computeIfAbsent(compression.shared(peers, expected), this::open);
    }

    private ChunkPacker open(Optional<CompressionDictionary> dictionary) {
        if (!compression.wanted()) {
            return ChunkPacker.plain();
        }
        return dictionary
                .map(each -> ChunkPacker.compressing(each, compression.level()))
                .orElseGet(() -> ChunkPacker.compressing(compression.level()));
    }

    @Override
    public void close() {
        packers.values().forEach(ChunkPacker::close);
        packers.clear();
    }
}
