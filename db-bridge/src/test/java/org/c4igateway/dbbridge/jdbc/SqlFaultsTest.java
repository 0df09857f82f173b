package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFaultsTest {
    @ParameterizedTest
    @CsvSource({
        "08006, true, DATABASE_UNAVAILABLE",
        "57P01, true, DATABASE_UNAVAILABLE",
        "57P03, true, DATABASE_UNAVAILABLE",
        "53300, true, DATABASE_UNAVAILABLE",
        "53100, true, DATABASE_UNAVAILABLE",
        "40001, true, DATABASE_UNAVAILABLE",
        "40P01, true, DATABASE_UNAVAILABLE",
        "55P03, true, DATABASE_UNAVAILABLE",
        "25006, true, DATABASE_UNAVAILABLE",
        "58030, true, DATABASE_UNAVAILABLE",
        "22021, false, DATABASE_REFUSED",
        "23514, false, DATABASE_REFUSED",
        "28P01, false, CONFIGURATION",
        "3D000, false, CONFIGURATION",
        "42501, false, DATABASE_REFUSED",
        "42P01, false, DATABASE_REFUSED",
        "0A000, false, DATABASE_REFUSED",
        "C4010, false, FENCED",
    })
    void decidesByTheStateAlone(String state, boolean passing, ErrorCode code) {
        GatewayException fault = SqlFaults.translate(new SQLException("connection refused", state), "testing");

        assertThat(fault instanceof GatewayException.Transient).isEqualTo(passing);
        assertThat(fault.errorCode()).isEqualTo(code);
    }

    @Test
    void looksForTheStateBehindAPoolsException() {
        SQLException pool = new SQLTransientConnectionException("timed out", new SQLException("no", "28P01"));

        assertThat(SqlFaults.translate(pool, "testing")).isInstanceOf(GatewayException.Fatal.class);
    }

    @Test
    void triesAgainWhenThePoolGivesNoState() {
        assertThat(SqlFaults.translate(new SQLTransientConnectionException("timed out"), "testing"))
                .isInstanceOf(GatewayException.Transient.class);
    }
}
