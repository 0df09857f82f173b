/** The ports of the interface database: outbox, delivery log, inbox. Steps 1, 5 and 7 of the data path. */
@NullMarked
package org.c4igateway.core.store;

import org.jspecify.annotations.NullMarked;
