@NullMarked
package org.c4igateway.lab.chaos.tables;

import org.jspecify.annotations.NullMarked;
