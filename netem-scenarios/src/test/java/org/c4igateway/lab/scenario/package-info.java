@NullMarked
package org.c4igateway.lab.scenario;

import org.jspecify.annotations.NullMarked;
