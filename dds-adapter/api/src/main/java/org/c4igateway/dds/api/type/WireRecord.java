package org.c4igateway.dds.api.type;

/** The closed set of samples that travel; each is a struct of {@code idl/kmtf.idl}. */
public sealed interface WireRecord permits KmtfMessage, KmtfReceipt, KmtfNode, KmtfFrame {}
