/** Configuration that changes while nodes run. */
@NullMarked
package org.c4igateway.test.e2e.reload;

import org.jspecify.annotations.NullMarked;
