@NullMarked
package org.c4igateway.bench.result;

import org.jspecify.annotations.NullMarked;
