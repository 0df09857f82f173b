@NullMarked
package org.c4igateway.dbbridge.filter;

import org.jspecify.annotations.NullMarked;
