/** Measures the database side alone. Run by hand, see the module's README. */
@NullMarked
package org.c4igateway.dbbridge.bench;

import org.jspecify.annotations.NullMarked;
