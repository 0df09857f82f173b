/**
 * The gateway in its site's DDS domain: {@link org.c4igateway.wan.lan.SiteLan} reads all samples of the domain on
 * behalf of the far systems, and writes the samples of those.
 */
@NullMarked
package org.c4igateway.wan.lan;

import org.jspecify.annotations.NullMarked;
