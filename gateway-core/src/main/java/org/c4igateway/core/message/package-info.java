/** Data model: message, identity, precedence, receipt. */
@NullMarked
package org.c4igateway.core.message;

import org.jspecify.annotations.NullMarked;
