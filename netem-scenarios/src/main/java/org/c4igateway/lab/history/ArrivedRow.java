package org.c4igateway.lab.history;

/**
 * One row of an inbox, from one origin.
 *
 * @param sequence its number within the origin
 * @param receivedId its place among all rows of the inbox
 * @param carried as of {@link AcceptedRow}
 * @param latencyMicros from outbox row to inbox row, by the clocks of the two databases
 * @param early whether it arrived before something was broken on purpose
 */
public record ArrivedRow(long sequence, long receivedId, String carried, long latencyMicros, boolean early) {}
