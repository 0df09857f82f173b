/** Interface database and the deployable node. */
@NullMarked
package org.c4igateway.dbbridge;

import org.jspecify.annotations.NullMarked;
