/** What retention removes while a history goes on. */
@NullMarked
package org.c4igateway.lab.history.retention;

import org.jspecify.annotations.NullMarked;
