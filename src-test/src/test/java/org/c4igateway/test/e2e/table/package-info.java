/** Tables of a C4I server that the gateway reads and writes: adopted, bridged, published. */
@NullMarked
package org.c4igateway.test.e2e.table;

import org.jspecify.annotations.NullMarked;
