@NullMarked
package org.c4igateway.bench;

import org.jspecify.annotations.NullMarked;
