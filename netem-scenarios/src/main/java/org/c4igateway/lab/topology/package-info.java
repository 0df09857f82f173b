/** The network of a scenario without its measurement: drawn, or kept to play with. */
@NullMarked
package org.c4igateway.lab.topology;

import org.jspecify.annotations.NullMarked;
