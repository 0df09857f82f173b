/** Who may see and do what. */
@NullMarked
package org.c4igateway.console.access;

import org.jspecify.annotations.NullMarked;
