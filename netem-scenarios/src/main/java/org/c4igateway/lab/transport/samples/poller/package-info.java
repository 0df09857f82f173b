/**
 * A JDBC poller as Spring Integration has it, between the tables of two hosts: what a user might build who has
 * databases and a broker.
 */
@NullMarked
package org.c4igateway.lab.transport.samples.poller;

import org.jspecify.annotations.NullMarked;
