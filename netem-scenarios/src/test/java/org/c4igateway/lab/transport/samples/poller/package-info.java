@NullMarked
package org.c4igateway.lab.transport.samples.poller;

import org.jspecify.annotations.NullMarked;
