/** The ports of the interface database: outbox, delivery log, inbox. Step 1 and step 6 of the data path. */
@NullMarked
package org.c4igateway.core.store;

import org.jspecify.annotations.NullMarked;
