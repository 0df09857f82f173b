/**
 * Presence of peers in a DDS domain: announcements, greetings, readiness, name conflicts, and which samples count.
 *
 * <p>Internal to the transport, except {@code Greeting} and {@code GreetedSenders}, which the WAN gateway shares.
 */
@NullMarked
package org.c4igateway.dds.transport.presence;

import org.jspecify.annotations.NullMarked;
