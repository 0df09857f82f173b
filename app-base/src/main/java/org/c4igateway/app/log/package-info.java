/** Log records of one line each, whatever text a peer sends. */
@NullMarked
package org.c4igateway.app.log;

import org.jspecify.annotations.NullMarked;
