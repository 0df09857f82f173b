@NullMarked
package org.c4igateway.dbbridge.ledger;

import org.jspecify.annotations.NullMarked;
