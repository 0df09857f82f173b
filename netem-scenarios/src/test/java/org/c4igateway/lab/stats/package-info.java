@NullMarked
package org.c4igateway.lab.stats;

import org.jspecify.annotations.NullMarked;
