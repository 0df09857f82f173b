@NullMarked
package org.c4igateway.dbbridge.resync;

import org.jspecify.annotations.NullMarked;
