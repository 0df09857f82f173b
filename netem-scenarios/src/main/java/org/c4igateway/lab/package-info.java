/** The lab: scenarios on impaired links; not built yet. */
@NullMarked
package org.c4igateway.lab;

import org.jspecify.annotations.NullMarked;
