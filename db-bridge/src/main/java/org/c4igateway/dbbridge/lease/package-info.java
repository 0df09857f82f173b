/** Election of the active node: one per interface database, the others stand by. */
@NullMarked
package org.c4igateway.dbbridge.lease;

import org.jspecify.annotations.NullMarked;
