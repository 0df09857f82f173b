/** Fakes of the ports for tests of every module: outbox, inbox, time, and messages to fill them with. */
@NullMarked
package org.c4igateway.core.testkit;

import org.jspecify.annotations.NullMarked;
