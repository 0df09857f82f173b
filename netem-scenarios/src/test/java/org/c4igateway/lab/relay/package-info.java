@NullMarked
package org.c4igateway.lab.relay;

import org.jspecify.annotations.NullMarked;
