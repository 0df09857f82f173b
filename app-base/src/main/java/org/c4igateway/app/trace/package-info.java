/** The ways of messages as traces of OpenTelemetry, sent to a collector by OTLP (ADR 73). */
@NullMarked
package org.c4igateway.app.trace;

import org.jspecify.annotations.NullMarked;
