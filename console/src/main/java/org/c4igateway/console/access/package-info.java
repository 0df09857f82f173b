/** Logins, roles and sessions. */
@NullMarked
package org.c4igateway.console.access;

import org.jspecify.annotations.NullMarked;
