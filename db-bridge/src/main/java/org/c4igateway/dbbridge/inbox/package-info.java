/** Step 5 of the data path: writing the inbox exactly once. */
@NullMarked
package org.c4igateway.dbbridge.inbox;

import org.jspecify.annotations.NullMarked;
