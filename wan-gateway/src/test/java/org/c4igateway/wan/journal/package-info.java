@NullMarked
package org.c4igateway.wan.journal;

import org.jspecify.annotations.NullMarked;
