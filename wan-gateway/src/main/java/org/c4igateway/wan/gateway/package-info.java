/**
 * The running gateway: {@link org.c4igateway.wan.gateway.WanGateway} puts the site's domain, the router and the links
 * together on one thread, which alone touches router and links.
 */
@NullMarked
package org.c4igateway.wan.gateway;

import org.jspecify.annotations.NullMarked;
