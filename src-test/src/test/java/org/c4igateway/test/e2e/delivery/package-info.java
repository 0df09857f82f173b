/** Rows and their receipts from one database to another, over each middleware and over two at once. */
@NullMarked
package org.c4igateway.test.e2e.delivery;

import org.jspecify.annotations.NullMarked;
