/**
 * Presence of peers in a DDS domain: announcements, greetings, readiness, name conflicts, and which samples count.
 *
 * <p>Internal to the transport, except the rules that the WAN gateway shares: {@code Greeting} and
 * {@code GreetedSenders}, {@code NameHolders} and {@code NameConflicts}, {@code ExpectedReaders}, {@code SampleChains}.
 */
@NullMarked
package org.c4igateway.dds.transport.presence;

import org.jspecify.annotations.NullMarked;
