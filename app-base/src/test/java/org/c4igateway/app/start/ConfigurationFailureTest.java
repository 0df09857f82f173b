package org.c4igateway.app.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigurationFailureTest {
    @Test
    void isAValueThatIsNotAccepted() {
        assertThat(ConfigurationFailure.isBehind(new IllegalStateException(fault(ErrorCode.CONFIGURATION, null))))
                .isTrue();
    }

    @Test
    void isAFileThatAKeyNames() {
        GatewayException.Fatal unreadable = fault(ErrorCode.CATALOGUE, new IOException("no such file"));

        assertThat(ConfigurationFailure.isBehind(unreadable.about("c4i.catalogue")))
                .isTrue();
    }

    @Test
    void isNotWhatTheProcessMet() {
        GatewayException.Fatal noAddress = fault(ErrorCode.CONFIGURATION, new IllegalStateException("no address"));

        assertThat(ConfigurationFailure.isBehind(noAddress)).isFalse();
        GatewayException.Fatal noDatabase = fault(ErrorCode.CONFIGURATION, new SQLException("no such database"));
        assertThat(ConfigurationFailure.isBehind(noDatabase.about("c4i.database.url")))
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource
    void isNotWhatTheMachineHasNotYet(IOException absent) {
        GatewayException.Fatal fault = fault(ErrorCode.CONFIGURATION, new IllegalStateException("no address", absent));

        assertThat(ConfigurationFailure.isBehind(fault.about("c4i.transports.dds.network.interfaces")))
                .isFalse();
        assertThat(ConfigurationFailure.isBehind(new IllegalStateException(fault.about("c4i.transports.jms.host"))))
                .isFalse();
    }

    static Stream<IOException> isNotWhatTheMachineHasNotYet() {
        return Stream.of(new SocketException("no such interface"), new UnknownHostException("alpha.example"));
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"PORT_IN_USE", "SCHEMA_VERSION", "DATABASE_REFUSED", "TRANSPORT_REFUSED", "FENCED", "DEFECT"})
    void isNotWhatMayPass(ErrorCode code) {
        assertThat(ConfigurationFailure.isBehind(fault(code, null))).isFalse();
    }

    @Test
    void isNotAnythingElse() {
        assertThat(ConfigurationFailure.isBehind(new IllegalStateException("x", new IOException("y"))))
                .isFalse();
    }

    private static GatewayException.Fatal fault(ErrorCode code, @Nullable Throwable cause) {
        return new GatewayException.Fatal(code, "what", "Do this.", cause);
    }
}
