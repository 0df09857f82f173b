package org.c4igateway.dbbridge.database;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;

/** What a call gets that another node's lease forbids. */
public final class FenceAssertions {
    private FenceAssertions() {}

    public static void assertFenced(ThrowingCallable call) {
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(call)
                .extracting(GatewayException::errorCode)
                .isEqualTo(ErrorCode.FENCED);
    }
}
