/**
 * Networks of namespaces on this machine: hosts, switches, routers, and links whose rate, loss and delay are set and
 * counted. Linux only; needs root or a user namespace.
 */
@NullMarked
package org.c4igateway.lab.net;

import org.jspecify.annotations.NullMarked;
