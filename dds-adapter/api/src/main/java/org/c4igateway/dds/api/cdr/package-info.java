/**
 * CDR encoding (OMG DDS-XTypes, section 7.4) of the gateway's types, for providers that exchange serialized samples.
 */
@NullMarked
package org.c4igateway.dds.api.cdr;

import org.jspecify.annotations.NullMarked;
