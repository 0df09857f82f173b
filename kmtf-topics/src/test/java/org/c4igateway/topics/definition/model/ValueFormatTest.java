package org.c4igateway.topics.definition.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueFormatTest {

    @ParameterizedTest
    @CsvSource({
        "DDHHMMZ, 211203Z, true",
        "DDHHMMZ, 211203I, true",
        "DDHHMMZ, 211203J, false",
        "DDHHMMZ, 241203Z, true",
        "DDHHMMZ, 321203Z, false",
        "DDHHMMZ, 212403Z, false",
        "DDHHMMZ, 211260Z, false",
        "DDHHMMZ, 121830Z5, true",
        "DDHHMMZ, 121830Z6, false",
        "DDHHMMZMON, 211203ZNOV, true",
        "DDHHMMZMON, 311203ZNOV, false",
        "DDHHMMZMONYY, 061200Z9MAR86, true",
        "DDHHMMZMONYYYY, 291200ZFEB2028, true",
        "DDHHMMZMONYYYY, 291200ZFEB2026, false",
        "DDHHMMZMONYYYY, 31FEB, false",
        "ISO, 20261121T120500Z, true",
        "ISO, 20261131T120500Z, false",
        "ISO, 20261121T240500Z, false",
        "DDMONYYYY, 21NOV2026, true",
        "DDMONYYYY, 21NOX2026, false",
        "MONYYYY, NOV2026, true"
    })
    void readsDatesAndTimes(DateTimeLayout layout, String text, boolean matches) {
        assertThat(layout.matches(text)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "4520.3500N-02126.1500E, true",
        "5211N14428W, true",
        "460057N0023020E, true",
        "3014N8-08141W4, true",
        "9000N18000E, true",
        "9001N00000E, false",
        "3760N12700E, false",
        "3742N1270E, false",
        "3742N18001E, false",
        "3742S, false",
        "N, false",
        "'', false"
    })
    void readsLatitudeAndLongitude(String text, boolean matches) {
        assertThat(new ValueFormat.LatLong().matches(text)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "52SCG2871055210, true",
        "4QFJ12345678, true",
        "52SCG287105521, false",
        "61SCG28715521, false",
        "52SIG28715521, false",
        "52SCG, false",
        "'', false"
    })
    void readsGridReferences(String text, boolean matches) {
        assertThat(new ValueFormat.Grid().matches(text)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "0KTS, true", "3000KTS, true", "3001KTS, false", "-1KTS, false", "1.5KTS, true", "1.55KTS, false",
        ".5KTS, false", "5.KTS, false", "KTS, false", "10, false", "1E3KTS, false", "NaNKTS, false",
        "99999999999999999999KTS, false"
    })
    void readsNumbersWithUnits(String text, boolean matches) {
        assertThat(new ValueFormat.Quantity(0, 3000, 1, List.of("KTS")).matches(text))
                .isEqualTo(matches);
    }

    @Test
    void readsTextsByCharactersAndLength() {
        ValueFormat basic = new ValueFormat.Text(ValueFormat.Characters.BASIC, 1, 3);
        ValueFormat any = new ValueFormat.Text(ValueFormat.Characters.ANY, 2, 2);

        assertThat(basic.matches("A.?")).isTrue();
        assertThat(basic.matches("ABCD")).isFalse();
        assertThat(basic.matches("a")).isFalse();
        assertThat(any.matches("전방")).isTrue();
        assertThat(any.matches("A\u0007")).isFalse();
    }

    @Test
    void readsCompositesWithoutGivingUpAtTheFirstSplit() {
        ValueFormat format = new ValueFormat.Composite(List.of(
                new ValueFormat.Text(ValueFormat.Characters.DIGITS, 1, 4),
                new ValueFormat.Text(ValueFormat.Characters.DIGITS, 2, 2),
                new ValueFormat.Codes(Set.of("X", "XX"))));

        assertThat(format.matches("123X")).isTrue();
        assertThat(format.matches("123456XX")).isTrue();
        assertThat(format.matches("12X")).isFalse();
        assertThat(format.matches("1234567X")).isFalse();
    }
}
