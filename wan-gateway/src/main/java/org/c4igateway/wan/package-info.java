/** The relay between LAN and WAN; not built yet. */
@NullMarked
package org.c4igateway.wan;

import org.jspecify.annotations.NullMarked;
