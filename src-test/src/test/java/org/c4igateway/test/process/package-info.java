/** How tests start Java processes of the product. */
@NullMarked
package org.c4igateway.test.process;

import org.jspecify.annotations.NullMarked;
