@NullMarked
package org.c4igateway.wan.lan;

import org.jspecify.annotations.NullMarked;
