/**
 * What crosses the WAN, as bytes: datagrams and their sealing, chunks and their compression, records. No threads, no
 * clock, no I/O but the reading of a key file and of the shipped dictionary.
 *
 * <p>From the outside in: {@link org.c4igateway.wan.frame.DatagramSealer} and {@link
 * org.c4igateway.wan.frame.DatagramOpener} turn a {@link org.c4igateway.wan.frame.Datagram} into the body of one {@code
 * kmtf::Frame} sample and back; {@link org.c4igateway.wan.frame.body.ChunkPacker} and {@link
 * org.c4igateway.wan.frame.body.ChunkUnpacker} fill and empty the body of a {@link
 * org.c4igateway.wan.frame.DataFrame}; the record codec makes the bytes of a chunk. Whatever comes from the wire is
 * judged, never trusted: a malformed one is a value with a reason, not an exception, and every length is checked before
 * anything is allocated.
 */
@NullMarked
package org.c4igateway.wan.frame;

import org.jspecify.annotations.NullMarked;
