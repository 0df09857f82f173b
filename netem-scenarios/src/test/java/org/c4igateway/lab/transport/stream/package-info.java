@NullMarked
package org.c4igateway.lab.transport.stream;

import org.jspecify.annotations.NullMarked;
