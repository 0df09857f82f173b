/**
 * A relay in user space between two TAP devices, which delays, loses, duplicates and reorders Ethernet frames. A
 * process of its own that needs nothing but the JDK; the only place of the lab that makes native calls.
 */
@NullMarked
package org.c4igateway.lab.relay;

import org.jspecify.annotations.NullMarked;
