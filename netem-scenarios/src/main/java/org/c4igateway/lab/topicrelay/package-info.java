/**
 * A plain DDS gateway, with which the lab compares the WAN gateway: samples cross topic by topic, and DDS repairs them.
 * {@link RelayApplication} is a process of its own.
 */
@NullMarked
package org.c4igateway.lab.topicrelay;

import org.jspecify.annotations.NullMarked;
