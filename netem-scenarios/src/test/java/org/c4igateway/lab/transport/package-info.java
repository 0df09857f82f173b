@NullMarked
package org.c4igateway.lab.transport;

import org.jspecify.annotations.NullMarked;
