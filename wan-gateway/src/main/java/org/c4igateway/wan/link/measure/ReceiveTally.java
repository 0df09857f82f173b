package org.c4igateway.wan.link.measure;

/**
 * What came from one peer, over all its sessions.
 *
 * @param datagrams heard
 * @param records delivered
 * @param abandoned records that the peer began to send and gave up
 * @param duplicates frames that were here already: copies, and repairs that were not needed
 * @param faults what was not taken
 */
public record ReceiveTally(long datagrams, long records, long abandoned, long duplicates, ReceiveFaults faults) {}
