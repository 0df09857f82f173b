@NullMarked
package org.c4igateway.lab.transport.durability;

import org.jspecify.annotations.NullMarked;
