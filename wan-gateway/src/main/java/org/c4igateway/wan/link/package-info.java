/**
 * The link engine: carries records to one or several receivers over datagrams that get lost, repeated and reordered, at
 * a configured rate, the most urgent first.
 *
 * <p>{@link org.c4igateway.wan.link.LinkEngine} is the entry point for one link. It has no thread and no clock: its
 * owner calls it from one thread at a time and passes the time, in nanoseconds of a clock that does not go back. The
 * same calls give the same bytes, which its simulation relies on.
 *
 * <p>It knows of a record only what a {@link org.c4igateway.wan.link.record.LinkItem} contains. It reads the bytes when
 * it puts them into a frame, and again when it repairs the frame.
 *
 * <pre>
 *  offer ──▶ SendQueue ──▶ LevelScheduler ──▶ FrameBuilder ──▶ FramesInFlight ──▶ datagram
 *            one queue      whose turn         pack, rebuild    what is           paced by Pacer
 *            per level      floor, shares                       not acked
 *                                                                   ▲ Feedback
 *  delivered ◀── ReceiveStream (one per peer): levels in order, gaps, feedback ◀── datagram
 * </pre>
 */
@NullMarked
package org.c4igateway.wan.link;

import org.jspecify.annotations.NullMarked;
