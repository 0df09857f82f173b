/** Both sides of the ledger, read from the interface database. */
@NullMarked
package org.c4igateway.dbbridge.ledger;

import org.jspecify.annotations.NullMarked;
