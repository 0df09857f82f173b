/** Connections to brokers: one queue of sends per peer, consumers, threads. Internal to the adapter. */
@NullMarked
package org.c4igateway.jms.client;

import org.jspecify.annotations.NullMarked;
