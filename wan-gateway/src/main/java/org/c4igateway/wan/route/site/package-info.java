/** What a router knows about sites, neighbours and the systems behind them. */
@NullMarked
package org.c4igateway.wan.route.site;

import org.jspecify.annotations.NullMarked;
