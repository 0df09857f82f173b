@NullMarked
package org.c4igateway.lab.chaos.days;

import org.jspecify.annotations.NullMarked;
