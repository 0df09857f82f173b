package org.c4igateway.core.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class GatewayExceptionTest {
    private final Throwable cause = new IllegalStateException("taken");

    @Test
    void saysWhatToDoAndForWhichKey() {
        GatewayException.Fatal fault =
                new GatewayException.Fatal(ErrorCode.PORT_IN_USE, "port 61616", "Give it another port", cause);

        GatewayException.Fatal about = fault.about("c4i.transports.jms.port");

        assertThat(fault.key()).isEmpty();
        assertThat(about).hasMessage("GW-103: port 61616").hasCause(cause);
        assertThat(about.errorCode()).isEqualTo(ErrorCode.PORT_IN_USE);
        assertThat(about.key()).contains("c4i.transports.jms.port");
        assertThat(about.remedy()).isEqualTo("Give it another port");
    }

    @Test
    void keepsAFaultAndMakesEverythingElseADefect() {
        GatewayException fault = new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null);

        assertThat(GatewayException.of(fault, "it fails")).isSameAs(fault);
        assertThat(GatewayException.of(cause, "it fails"))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessage(ErrorCode.DEFECT.code() + ": it fails: " + cause)
                .hasCause(cause);
    }

    @Test
    void namesTheSettingItsValueAndWhatIsAccepted() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> InvalidSettingException.require(false, "fetch-rows", 0, "a value above 0"))
                .withMessage("fetch-rows must be a value above 0: 0")
                .satisfies(refused -> {
                    assertThat(refused.name()).isEqualTo("fetch-rows");
                    assertThat(refused.value()).isEqualTo("0");
                    assertThat(refused.expected()).isEqualTo("a value above 0");
                });
        assertThatCode(() -> InvalidSettingException.require(true, "fetch-rows", 1, "a value above 0"))
                .doesNotThrowAnyException();
    }
}
