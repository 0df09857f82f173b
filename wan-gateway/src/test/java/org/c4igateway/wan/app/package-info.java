@NullMarked
package org.c4igateway.wan.app;

import org.jspecify.annotations.NullMarked;
