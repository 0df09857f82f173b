/** A second node, or a second database, that takes over. */
@NullMarked
package org.c4igateway.test.e2e.standby;

import org.jspecify.annotations.NullMarked;
