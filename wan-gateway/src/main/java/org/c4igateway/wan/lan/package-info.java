/**
 * The gateway in its site's DDS domain: {@link org.c4igateway.wan.lan.SiteLan} reads all that the domain says, in the
 * place of the far systems, and writes what those said.
 */
@NullMarked
package org.c4igateway.wan.lan;

import org.jspecify.annotations.NullMarked;
