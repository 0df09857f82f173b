@NullMarked
package org.c4igateway.lab.history.retention;

import org.jspecify.annotations.NullMarked;
