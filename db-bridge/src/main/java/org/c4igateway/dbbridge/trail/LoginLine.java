package org.c4igateway.dbbridge.trail;

import java.time.Instant;

/**
 * A login to the console.
 *
 * @param id number in the log of logins
 * @param actor name of the user; empty when no user has the given name
 * @param address where it came from
 * @param accepted whether name and password were right
 */
public record LoginLine(long id, Instant at, String actor, String address, boolean accepted) {}
