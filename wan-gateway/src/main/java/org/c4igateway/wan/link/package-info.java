/**
 * The link engine: carries records to one or several receivers over datagrams that get lost, repeated and reordered, at
 * a configured rate, the most urgent first.
 *
 * <p>{@link org.c4igateway.wan.link.LinkEngine} is the whole of it for one link. It has no thread and no clock: whoever
 * owns it calls it from one thread at a time and says what time it is, in nanoseconds of a clock that does not go back.
 * The same calls give the same bytes, which is what its simulation rests on.
 *
 * <p>Of a record it knows no more than a {@link org.c4igateway.wan.link.LinkItem} says; the bytes are read when they
 * are put into a frame, and again when the frame has to be repaired.
 *
 * <pre>
 *  offer ──▶ SendQueue ──▶ LaneScheduler ──▶ FrameBuilder ──▶ Flight ──▶ datagram
 *            four lanes     whose turn        pack, rebuild    what is    paced by Pacer
 *            bounds, age    floor, shares                      not acked
 *                                                                ▲ Feedback
 *  delivered ◀── ReceiveStream (one per peer): lanes in order, gaps, feedback ◀── datagram
 * </pre>
 */
@NullMarked
package org.c4igateway.wan.link;

import org.jspecify.annotations.NullMarked;
