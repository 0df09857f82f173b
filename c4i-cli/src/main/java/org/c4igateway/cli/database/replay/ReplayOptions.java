package org.c4igateway.cli.database.replay;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.trail.ReplayChoice;
import org.c4igateway.dbbridge.trail.ReplayChoice.Source;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that choose what a replay sends again. */
final class ReplayOptions {
    private static final Pattern TOPIC = Pattern.compile("class:[A-Z]{1,32}|[A-Za-z0-9._*-]{1,64}");
    private static final Pattern CODE = Pattern.compile("GW-[0-9]{3}");

    /** Which dead letters. */
    enum Direction {
        /** Rows of this system that were not delivered. */
        SENT,
        /** What arrived and was refused. */
        RECEIVED,
        /** Both. */
        ALL
    }

    @Option(
            names = "--id",
            paramLabel = "N",
            split = ",",
            description = "Messages with these numbers; with --dead-letters: dead letters with these numbers.")
    private List<Long> ids = List.of();

    @Option(
            names = "--topic",
            paramLabel = "PATTERN",
            description = "Messages of these topics: id, * for any characters, or class: and a class.")
    private @Nullable String topic;

    @Option(names = "--to", paramLabel = "SYSTEM", description = "To this destination only.")
    private @Nullable String destination;

    @Option(
            names = "--from",
            paramLabel = "SYSTEM",
            description = "With --dead-letters: only messages that arrived from this system.")
    private @Nullable String origin;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Submitted (dead letters: parked) at or after this time, such as 2026-11-22T06:00:00Z.")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Submitted (dead letters: parked) before this time.")
    private @Nullable String until;

    @Option(names = "--code", paramLabel = "GW-NNN", description = "Refused with this code only.")
    private @Nullable String code;

    @Option(
            names = "--dead-letters",
            paramLabel = "DIRECTION",
            arity = "0..1",
            fallbackValue = "ALL",
            description = {
                "Dead letters instead of rows: sent, received or all (default). Received ones are put back",
                "before the inbox, where the present rules check them."
            })
    private @Nullable Direction letters;

    @Option(
            names = "--again",
            description = "Also to destinations that have the message, may have it, or have a newer one.")
    private boolean again;

    @Option(names = "--expired", description = "Also expired messages; they are valid again for as long as before.")
    private boolean expired;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Send at most this number of rows again, 1 to 10000; default 1000. The rest is counted.")
    private int limit;

    /** What was given, for each source that it means. */
    List<ReplayChoice> choices() throws CommandException {
        check();
        return sources().stream().map(this::choice).toList();
    }

    private List<Source> sources() {
        return switch (letters) {
            case null -> List.of(Source.ROWS);
            case SENT -> List.of(Source.SENT_LETTERS);
            case RECEIVED -> List.of(Source.RECEIVED_LETTERS);
            case ALL -> {
                if (destination != null) {
                    yield List.of(Source.SENT_LETTERS);
                }
                yield origin == null
                        ? List.of(Source.SENT_LETTERS, Source.RECEIVED_LETTERS)
                        : List.of(Source.RECEIVED_LETTERS);
            }
        };
    }

    private ReplayChoice choice(Source source) {
        return new ReplayChoice(
                source,
                ids,
                Optional.ofNullable(topic),
                Optional.ofNullable(source == Source.RECEIVED_LETTERS ? origin : destination),
                instantOrNone(since),
                instantOrNone(until),
                Optional.ofNullable(code),
                again,
                expired,
                limit);
    }

    private void check() throws CommandException {
        if (ids.isEmpty()
                && topic == null
                && destination == null
                && since == null
                && until == null
                && code == null
                && letters == null) {
            throw CommandException.environment(
                    "nothing is chosen; give --id, --topic, --to, --since, --until, --code or --dead-letters");
        }
        checkNumbers();
        checkSystem("--to", destination);
        checkSystem("--from", origin);
        if (topic != null && !TOPIC.matcher(topic).matches()) {
            throw CommandException.environment(
                    "--topic " + topic + " is no topic id, pattern such as K*, or class such as class:ORDER");
        }
        if (code != null && !CODE.matcher(code).matches()) {
            throw CommandException.environment("--code " + code + " is no code such as GW-303");
        }
        checkTimes();
        checkDirections();
    }

    private void checkNumbers() throws CommandException {
        if (limit < 1 || limit > ReplayChoice.MOST) {
            throw CommandException.environment("--limit " + limit + " is not 1 to " + ReplayChoice.MOST);
        }
        if (ids.size() > limit) {
            throw CommandException.environment("--id has " + ids.size() + " numbers, more than --limit " + limit);
        }
        for (long id : ids) {
            if (id < 1) {
                throw CommandException.environment("--id " + id + " is no number of a message");
            }
        }
    }

    private static void checkSystem(String option, @Nullable String name) throws CommandException {
        if (name != null && !SystemName.isValid(name)) {
            throw CommandException.environment(option + " " + name + " is not a system name");
        }
    }

    private void checkTimes() throws CommandException {
        Instant from = instant("--since", since);
        Instant to = instant("--until", until);
        if (from != null && to != null && !from.isBefore(to)) {
            throw CommandException.environment("--since " + since + " is not before --until " + until);
        }
    }

    private void checkDirections() throws CommandException {
        if (origin != null && letters == null) {
            throw CommandException.environment("--from is for dead letters; add --dead-letters");
        }
        if (origin != null && (destination != null || letters == Direction.SENT)) {
            throw CommandException.environment(
                    "--from applies to received messages; omit --to and --dead-letters=sent");
        }
        if (letters == Direction.RECEIVED && destination != null) {
            throw CommandException.environment(
                    "--to applies to sent messages; use --from with --dead-letters=received");
        }
        if (letters == Direction.RECEIVED && (again || expired)) {
            throw CommandException.environment(
                    "--again and --expired apply to sent messages; the inbox takes each message once, and no expired one");
        }
    }

    private static @Nullable Instant instant(String option, @Nullable String text) throws CommandException {
        try {
            return instantOrNone(text).orElse(null);
        } catch (DateTimeParseException e) {
            throw CommandException.environment(
                    option + " " + text + " is no time with its zone, such as 2026-11-22T06:00:00Z");
        }
    }

    private static Optional<Instant> instantOrNone(@Nullable String text) {
        return Optional.ofNullable(text)
                .map(given -> OffsetDateTime.parse(given).toInstant());
    }
}
