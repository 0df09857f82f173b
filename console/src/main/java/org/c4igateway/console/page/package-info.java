/** The pages: what each shows, and the live feed. */
@NullMarked
package org.c4igateway.console.page;

import org.jspecify.annotations.NullMarked;
