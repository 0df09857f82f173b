/** Samples and the instances they belong to. */
@NullMarked
package org.c4igateway.dds.api.sample;

import org.jspecify.annotations.NullMarked;
