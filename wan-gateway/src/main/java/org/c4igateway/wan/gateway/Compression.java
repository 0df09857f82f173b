package org.c4igateway.wan.gateway;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.CompressionDictionary;
import org.c4igateway.wan.frame.body.CompressionLevel;

/**
 * Negotiates the dictionary of a link. A dictionary is used only after every peer has announced that it has it.
 *
 * @param dictionaries those of this gateway, newest first
 * @param wanted whether the link compresses at all
 * @param level effort
 */
record Compression(List<CompressionDictionary> dictionaries, boolean wanted, int level) {
    static Compression of(LinkSpec link) {
        return new Compression(
                CompressionDictionary.shipped(),
                link.compression(),
                CompressionLevel.forRate(link.settings().rate().bitsPerSecond()));
    }

    /** @return identities for the hello */
    List<Long> identities() {
        return dictionaries.stream().map(CompressionDictionary::identity).toList();
    }

    /** @return understands everything this gateway knows, whether this end compresses or not */
    ChunkUnpacker unpacker() {
        return new ChunkUnpacker(dictionaries);
    }

    /**
     * Chooses a dictionary that all receivers have.
     *
     * @param peers what each peer has said; fewer than there are peers when some have not
     */
    Optional<CompressionDictionary> shared(Collection<Hello> peers, int expected) {
        if (peers.size() < expected) {
            return Optional.empty();
        }
        return dictionaries.stream()
                .filter(each ->
                        peers.stream().allMatch(peer -> peer.dictionaries().contains(each.identity())))
                .findFirst();
    }
}
