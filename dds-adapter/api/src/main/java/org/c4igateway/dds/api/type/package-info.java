/** The types that cross a DDS domain, as described in {@code kmtf.idl}. Immutable. */
@NullMarked
package org.c4igateway.dds.api.type;

import org.jspecify.annotations.NullMarked;
