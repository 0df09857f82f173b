package org.c4igateway.cli.completion;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.UsageProblem;
import org.c4igateway.cli.database.DatabaseOptions;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete commands, options and names. */
@Command(
        name = "completion",
        description = {
            "Print a script with which bash and zsh complete commands, options, scenarios, cells and topics,",
            "and the systems that the interface database of C4I_DB_URL knows.",
            "For this shell: source <(c4i completion)"
        })
public final class CompletionCommand implements Callable<Integer> {
    /** Around the function of picocli, which knows commands and options only. */
    private static final String NAMES = """

            _c4i_offer() { COMPREPLY=($(compgen -W "$1" -- "${COMP_WORDS[COMP_CWORD]}")); }
            _c4i_complete() {
              local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
              case $before in
                --to | --of) _c4i_offer "$("${COMP_WORDS[0]}" completion --words systems 2>/dev/null)" && return ;;
                --topic) _c4i_offer 'TOPICS' && return ;;
                --cell) _c4i_offer 'CELLS' && return ;;
              esac
              if [ "$COMP_CWORD" -ge 3 ] && [ "${word#-}" = "$word" ] && [ "${before#-}" = "$before" ]; then
                case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in
                  'lab run' | 'lab list' | 'lab up' | 'lab graph') _c4i_offer 'SCENARIOS' && return ;;
                  'topics show') _c4i_offer 'TOPICS' && return ;;
                  'subscribers '*) _c4i_offer "$("${COMP_WORDS[0]}" completion --words systems 2>/dev/null)" && return ;;
                esac
              fi
              _complete_c4i
              if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY+=($(compgen -W 'LAUNCHER' -- "$word")); fi
            }
            complete -F _c4i_complete -o default c4i
            """;

    /** What {@code --words} prints. */
    enum Kind {
        SYSTEMS,
        TOPICS,
        SCENARIOS,
        CELLS
    }

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(
            names = "--words",
            paramLabel = "KIND",
            description = "Print the names of that kind instead: ${COMPLETION-CANDIDATES}.")
    private @Nullable Kind kind;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (kind != null) {
            words(kind).forEach(out::println);
            return ExitStatus.SUCCESS;
        }
        CommandLine root = spec.root().commandLine();
        out.println(AutoComplete.bash(root.getCommandName(), root));
        out.print(NAMES.replace("'TOPICS'", quoted(CompletionWords.topics()))
                .replace("'CELLS'", quoted(CompletionWords.cells()))
                .replace("'SCENARIOS'", quoted(CompletionWords.scenarios()))
                .replace("'LAUNCHER'", quoted(UsageProblem.LAUNCHER_COMMANDS)));
        return ExitStatus.SUCCESS;
    }

    private static String quoted(List<String> words) {
        return "'" + String.join(" ", words) + "'";
    }

    private List<String> words(Kind wanted) {
        return switch (wanted) {
            case SYSTEMS -> CompletionWords.systems(database);
            case TOPICS -> CompletionWords.topics();
            case SCENARIOS -> CompletionWords.scenarios();
            case CELLS -> CompletionWords.cells();
        };
    }
}
