/** Eclipse Cyclone DDS behind the vendor-neutral API, bound with java.lang.foreign. */
@NullMarked
package org.c4igateway.dds.cyclone;

import org.jspecify.annotations.NullMarked;
