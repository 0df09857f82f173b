/** Vendor-neutral DDS API: what a provider must offer. */
@NullMarked
package org.c4igateway.dds.api;

import org.jspecify.annotations.NullMarked;
