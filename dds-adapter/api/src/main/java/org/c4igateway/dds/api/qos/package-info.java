/**
 * QoS policies (OMG DDS, section 2.2.3): values, their text and XML forms, checks, and whether two endpoints match.
 */
@NullMarked
package org.c4igateway.dds.api.qos;

import org.jspecify.annotations.NullMarked;
