/**
 * The WAN gateway: carries messages between the DDS domains of sites over narrow, lossy links. Its parts are the
 * packages below.
 */
@NullMarked
package org.c4igateway.wan;

import org.jspecify.annotations.NullMarked;
