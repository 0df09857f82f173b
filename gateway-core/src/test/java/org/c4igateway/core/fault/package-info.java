@NullMarked
package org.c4igateway.core.fault;

import org.jspecify.annotations.NullMarked;
