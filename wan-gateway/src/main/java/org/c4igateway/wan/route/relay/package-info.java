/** Relay mode: samples cross topic by topic, without receipts of the gateway. */
@NullMarked
package org.c4igateway.wan.route.relay;

import org.jspecify.annotations.NullMarked;
