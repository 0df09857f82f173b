@NullMarked
package org.c4igateway.app;

import org.jspecify.annotations.NullMarked;
