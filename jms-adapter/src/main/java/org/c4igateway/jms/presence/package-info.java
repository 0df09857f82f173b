/** Whether peers are there, and whether two nodes claim one name. Internal to the adapter. */
@NullMarked
package org.c4igateway.jms.presence;

import org.jspecify.annotations.NullMarked;
