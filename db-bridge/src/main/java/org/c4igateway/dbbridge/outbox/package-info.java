/** Steps 1 and 7 of the data path: reading the outbox by transaction snapshots and recording final states. */
@NullMarked
package org.c4igateway.dbbridge.outbox;

import org.jspecify.annotations.NullMarked;
