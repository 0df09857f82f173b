/**
 * The deployable WAN gateway: its configuration file, reloading it, health. {@code ./c4i wan --config FILE} runs it.
 */
@NullMarked
package org.c4igateway.wan.app;

import org.jspecify.annotations.NullMarked;
