@NullMarked
package org.c4igateway.lab.transport.entities;

import org.jspecify.annotations.NullMarked;
