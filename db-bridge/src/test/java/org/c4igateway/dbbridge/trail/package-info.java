@NullMarked
package org.c4igateway.dbbridge.trail;

import org.jspecify.annotations.NullMarked;
