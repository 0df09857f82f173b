/**
 * Decides what goes where: which systems are at which site, over which link they are reached, what a link may carry,
 * and which far systems are announced in the site's own domain. {@link org.c4igateway.wan.route.Router} is the entry
 * point. It has no thread and no clock: its owner calls it from one thread at a time and passes the time.
 *
 * <pre>
 *  LAN ──▶ SiteNodes ───▶ SiteReporter ▶ links      who is here, told to the neighbours
 *      ◀── Announcer ◀─── SiteTable ◀── links       who is there, announced in their names
 *      ──▶ MessagesFromLan ─▶ OnwardPath ─▶ LinkOutlet ─▶ links   messages out, by policy, each once
 *      ◀── MessagesFromLinks ◀───────────────── links   messages in; OnwardPath takes them on to others
 *      ◀─▶ ReceiptPath ◀──────────────▶ links       receipts and greetings, to the origin they name
 * </pre>
 */
@NullMarked
package org.c4igateway.wan.route;

import org.jspecify.annotations.NullMarked;
