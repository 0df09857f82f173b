/** Key and trusted certificates of this node, for connections that come in and go out. Internal to the adapter. */
@NullMarked
package org.c4igateway.jms.tls;

import org.jspecify.annotations.NullMarked;
