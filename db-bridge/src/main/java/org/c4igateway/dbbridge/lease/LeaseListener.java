package org.c4igateway.dbbridge.lease;

/**
 * Told when a bridge becomes active or stops being so. Called on a thread for this purpose, one call after the other;
 * may block, the lease is kept meanwhile.
 */
public interface LeaseListener {
    /**
     * This bridge is the active one from now on.
     *
     * <p>When it throws, the lease is given back and asked for again after a second.
     *
     * @param epoch number to fence writes with; the same as before when no other bridge was active in between
     */
    void activated(long epoch);

    /**
     * This bridge is not known to be active any more: the session with the database is gone, or it was closed. Writes
     * under the old epoch stay safe, the fence decides about them.
     */
    void stoodDown(String reason);
}
