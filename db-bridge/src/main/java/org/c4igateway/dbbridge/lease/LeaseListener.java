package org.c4igateway.dbbridge.lease;

/**
 * Called when a node becomes active and when it stops being active. The calls come on a separate thread, one after the
 * other, and may block; the lease is kept meanwhile.
 */
public interface LeaseListener {
    /**
     * This node holds the lease and becomes active next. Here is the time for work of up to an hour, as after a
     * restore. If it throws, the node gives the lease back and asks for it again after a second.
     */
    default void prepare() {}

    /**
     * This node is active from now on.
     *
     * <p>If it throws, the node gives the lease back and asks for it again after a second.
     *
     * @param epoch number to fence writes with; the same as before when no other node was active in between
     */
    void activated(long epoch);

    /**
     * This node may no longer be active: the session with the database is lost, or it was closed. Writes under the old
     * epoch are safe, because the fence checks them.
     */
    void stoodDown(String reason);
}
