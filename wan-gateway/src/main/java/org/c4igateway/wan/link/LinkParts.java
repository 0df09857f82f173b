package org.c4igateway.wan.link;

import org.c4igateway.wan.frame.DatagramSealer;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.link.record.LinkListener;
import org.c4igateway.wan.link.settings.LinkIdentity;

/**
 * What a link engine works with. The engine is their only user from then on.
 *
 * @param sealer of the session given in {@link LinkIdentity}
 * @param packer how records are compressed
 * @param unpacker understands what peers send
 * @param listener receives the events
 */
public record LinkParts(DatagramSealer sealer, ChunkPacker packer, ChunkUnpacker unpacker, LinkListener listener) {}
