@NullMarked
package org.c4igateway.wan.route;

import org.jspecify.annotations.NullMarked;
