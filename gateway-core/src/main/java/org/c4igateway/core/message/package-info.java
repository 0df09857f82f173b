/** What travels: message identity, precedence, the message itself and the receipt for it. */
@NullMarked
package org.c4igateway.core.message;

import org.jspecify.annotations.NullMarked;
