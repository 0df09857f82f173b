/** A model of the delivery protocol, and what explores all its states. docs/protocol.md tells it in words. */
@NullMarked
package org.c4igateway.core.protocol;

import org.jspecify.annotations.NullMarked;
