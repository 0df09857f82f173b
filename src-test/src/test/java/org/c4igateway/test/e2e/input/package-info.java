/** Rows, messages and packets that are wrong or hostile. */
@NullMarked
package org.c4igateway.test.e2e.input;

import org.jspecify.annotations.NullMarked;
