@NullMarked
package org.c4igateway.console;

import org.jspecify.annotations.NullMarked;
