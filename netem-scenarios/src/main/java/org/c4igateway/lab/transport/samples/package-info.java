/**
 * Samples one way between the programs of two hosts, by what others offer to carry them over a link: a pair of zenoh
 * routers, a pair of brokers, a JDBC poller.
 */
@NullMarked
package org.c4igateway.lab.transport.samples;

import org.jspecify.annotations.NullMarked;
