package org.c4igateway.dbbridge.trail;

import java.time.Instant;

/**
 * A login to the console.
 *
 * @param actor name of the user; empty when no user has the given name
 * @param address where it came from
 * @param accepted whether name and password were right
 */
public record LoginLine(Instant at, String actor, String address, boolean accepted) {}
