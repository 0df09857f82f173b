package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.fault.Reaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFaultsTest {
    @ParameterizedTest
    @CsvSource({
        "08006, RETRY, DATABASE_UNAVAILABLE",
        "57P01, RETRY, DATABASE_UNAVAILABLE",
        "57P03, RETRY, DATABASE_UNAVAILABLE",
        "53300, RETRY, DATABASE_UNAVAILABLE",
        "53100, RETRY, DATABASE_UNAVAILABLE",
        "40001, RETRY, DATABASE_UNAVAILABLE",
        "40P01, RETRY, DATABASE_UNAVAILABLE",
        "55P03, RETRY, DATABASE_UNAVAILABLE",
        "25006, RETRY, DATABASE_UNAVAILABLE",
        "58030, RETRY, DATABASE_UNAVAILABLE",
        "22021, PARK, DATABASE_REFUSED",
        "23514, PARK, DATABASE_REFUSED",
        "28P01, STOP, CONFIGURATION",
        "3D000, STOP, CONFIGURATION",
        "42501, STOP, DATABASE_REFUSED",
        "42P01, STOP, DATABASE_REFUSED",
        "0A000, STOP, DATABASE_REFUSED",
        "C4010, STOP, FENCED",
    })
    void decidesByTheStateAlone(String state, Reaction reaction, ErrorCode code) {
        GatewayException fault = SqlFaults.translate(new SQLException("connection refused", state), "testing");

        assertThat(fault.reaction()).isEqualTo(reaction);
        assertThat(fault.errorCode()).isEqualTo(code);
    }

    @Test
    void looksForTheStateBehindAPoolsException() {
        SQLException pool = new SQLTransientConnectionException("timed out", new SQLException("no", "28P01"));

        assertThat(SqlFaults.translate(pool, "testing").reaction()).isEqualTo(Reaction.STOP);
    }

    @Test
    void triesAgainWhenThePoolGivesNoState() {
        assertThat(SqlFaults.translate(new SQLTransientConnectionException("timed out"), "testing")
                        .reaction())
                .isEqualTo(Reaction.RETRY);
    }
}
