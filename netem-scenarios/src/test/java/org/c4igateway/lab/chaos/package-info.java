@NullMarked
package org.c4igateway.lab.chaos;

import org.jspecify.annotations.NullMarked;
