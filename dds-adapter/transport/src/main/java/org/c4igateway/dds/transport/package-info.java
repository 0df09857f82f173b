/** The transport port on DDS topics. */
@NullMarked
package org.c4igateway.dds.transport;

import org.jspecify.annotations.NullMarked;
