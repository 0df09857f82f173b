@NullMarked
package org.c4igateway.app.trace;

import org.jspecify.annotations.NullMarked;
