/**
 * The one oracle of tests, lab, demonstration and soak. It reads what outboxes, inboxes, ledgers and the readers of
 * inboxes say, judges these histories by pure functions, and names each violation with its place. It trusts no counter
 * of the gateway.
 */
@NullMarked
package org.c4igateway.lab.history;

import org.jspecify.annotations.NullMarked;
