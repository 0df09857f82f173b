/** What the gateway's Spring Boot applications share: how they refuse a wrong configuration and how they end. */
@NullMarked
package org.c4igateway.app;

import org.jspecify.annotations.NullMarked;
