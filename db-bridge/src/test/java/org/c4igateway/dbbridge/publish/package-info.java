@NullMarked
package org.c4igateway.dbbridge.publish;

import org.jspecify.annotations.NullMarked;
