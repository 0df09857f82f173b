@NullMarked
package org.c4igateway.interop;

import org.jspecify.annotations.NullMarked;
