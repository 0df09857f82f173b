/**
 * Provider of the DDS API on OpenDDS: its Java bindings over JNI. Built only where an OpenDDS with Java is installed.
 */
@NullMarked
package org.c4igateway.dds.opendds;

import org.jspecify.annotations.NullMarked;
