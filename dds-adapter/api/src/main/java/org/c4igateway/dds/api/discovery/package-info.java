/** What discovery (OMG DDSI-RTPS, section 8.5) knows about the endpoints of a domain. */
@NullMarked
package org.c4igateway.dds.api.discovery;

import org.jspecify.annotations.NullMarked;
