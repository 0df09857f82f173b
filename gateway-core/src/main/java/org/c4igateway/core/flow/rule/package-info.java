/** Rules that decide whether a message is sent or taken: filters, limits, and the check of the payload. */
@NullMarked
package org.c4igateway.core.flow.rule;

import org.jspecify.annotations.NullMarked;
