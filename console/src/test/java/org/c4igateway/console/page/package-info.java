@NullMarked
package org.c4igateway.console.page;

import org.jspecify.annotations.NullMarked;
