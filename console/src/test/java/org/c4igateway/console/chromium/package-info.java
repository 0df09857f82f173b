@NullMarked
package org.c4igateway.console.chromium;

import org.jspecify.annotations.NullMarked;
