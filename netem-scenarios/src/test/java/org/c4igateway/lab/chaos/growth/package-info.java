@NullMarked
package org.c4igateway.lab.chaos.growth;

import org.jspecify.annotations.NullMarked;
