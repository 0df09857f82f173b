package org.c4igateway.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

class ContentQuestionTest {
    private final Message row = Drafts.message(7, new SystemName("BRAVO"));

    @Test
    void asksByTheKeyOfTheRow() {
        Message question = ContentQuestion.about(row);

        assertThat(ContentQuestion.key(question)).contains(MessageKey.of(row));
        assertThat(question.destinations()).isEqualTo(row.destinations());
        assertThat(question.isExpired(row.createdAt())).as("nobody delivers it").isTrue();
    }

    @Test
    void takesNoRowForAQuestion() {
        assertThat(ContentQuestion.key(row)).isEmpty();
        assertThat(ContentQuestion.key(ContentQuestion.about(row).withPayload(new byte[9])))
                .isEmpty();
        assertThat(ContentQuestion.is("EXERCISE", Instant.EPOCH, 8)).isFalse();
        assertThat(ContentQuestion.is(ContentQuestion.LABEL, Instant.MAX, 8)).isFalse();
    }
}
