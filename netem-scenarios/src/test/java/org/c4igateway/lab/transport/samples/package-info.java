@NullMarked
package org.c4igateway.lab.transport.samples;

import org.jspecify.annotations.NullMarked;
