@NullMarked
package org.c4igateway.lab.topology;

import org.jspecify.annotations.NullMarked;
