@NullMarked
package org.c4igateway.wan.gateway;

import org.jspecify.annotations.NullMarked;
