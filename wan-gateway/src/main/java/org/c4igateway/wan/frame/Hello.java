package org.c4igateway.wan.frame;

import java.util.List;
import java.util.Objects;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.SessionNumber;

/**
 * Who sends a stream and what it understands.
 *
 * @param site name of the site, 1 to 64 bytes of UTF-8
 * @param incarnation of the gateway, as announced on its LAN
 * @param catalogue first eight bytes of the catalogue's content hash
 * @param dictionaries identities of the dictionaries it can decompress with, at most 8; see {@link
 *     CompressionDictionary#identity}
 * @param heard sessions of the streams it has heard last, at most 64. A sender that finds its own session here knows
 *     that the hello is fresh, not played back from the past.
 * @param window how many frames beyond the ordinary window, of all levels together, a sender may be ahead; 0 for none.
 *     Whoever tells one also understands feedback in parts
 */
public record Hello(
        String site, long incarnation, long catalogue, List<Long> dictionaries, List<Long> heard, int window) {
    static final int MAX_SITE_BYTES = 64;
    static final int MAX_DICTIONARIES = 8;
    static final int MAX_HEARD = 64;

    public Hello {
        Objects.requireNonNull(site);
        dictionaries = List.copyOf(dictionaries);
        heard = List.copyOf(heard);
        int siteBytes = site.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        if (siteBytes == 0 || siteBytes > MAX_SITE_BYTES) {
            throw new IllegalArgumentException("a site's name has 1 to " + MAX_SITE_BYTES + " bytes: " + site);
        }
        if (dictionaries.size() > MAX_DICTIONARIES || heard.size() > MAX_HEARD) {
            throw new IllegalArgumentException("a hello names at most " + MAX_DICTIONARIES + " dictionaries and "
                    + MAX_HEARD + " sessions: " + dictionaries.size() + ", " + heard.size());
        }
        heard.forEach(SessionNumber::check);
        FrameLimits.number(window, FrameLimits.MAX_AHEAD, "window");
    }

    /** Of an end with the ordinary window. */
    public Hello(String site, long incarnation, long catalogue, List<Long> dictionaries, List<Long> heard) {
        this(site, incarnation, catalogue, dictionaries, heard, 0);
    }
}
