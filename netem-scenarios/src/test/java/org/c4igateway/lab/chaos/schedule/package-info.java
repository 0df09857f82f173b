@NullMarked
package org.c4igateway.lab.chaos.schedule;

import org.jspecify.annotations.NullMarked;
