package org.c4igateway.dbbridge.trail;

import java.time.Instant;
import java.util.Optional;

/**
 * The final state of a message for one destination.
 *
 * @param state delivered (a receipt came), sent (best effort, no receipt), expired, superseded or rejected
 * @param code GW-nnn, why it was expired or rejected
 * @param detail the same for people; possibly empty
 * @param at when it was written down
 * @param finding the worst that the node found in the payload, with its place
 */
public record DeliveryStep(
        String destination, String state, Optional<String> code, String detail, Instant at, Optional<String> finding) {}
