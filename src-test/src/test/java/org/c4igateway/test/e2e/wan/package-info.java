/** Sites joined by WAN gateways. */
@NullMarked
package org.c4igateway.test.e2e.wan;

import org.jspecify.annotations.NullMarked;
