/** Load on one's own running nodes, through the interface database, and how long its messages take. */
@NullMarked
package org.c4igateway.cli.load;

import org.jspecify.annotations.NullMarked;
