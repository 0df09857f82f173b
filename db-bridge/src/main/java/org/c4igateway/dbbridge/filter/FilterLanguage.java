package org.c4igateway.dbbridge.filter;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.validator.CelValidator;
import dev.cel.validator.CelValidatorFactory;
import dev.cel.validator.validators.DurationLiteralValidator;
import dev.cel.validator.validators.RegexLiteralValidator;
import dev.cel.validator.validators.TimestampLiteralValidator;
import java.util.List;
import java.util.stream.Collectors;
import org.c4igateway.app.SpellingSuggestions;
import org.c4igateway.topics.definition.DefinitionLibrary;

/**
 * The Common Expression Language with the variables of {@link FilterVariable} and the functions of
 * {@link MtfFunctions}, and nothing else: no Java types, no input or output, no clock. Every expression terminates: the
 * only loops are over lists, which are bounded, and regular expressions take time linear in their text. Safe for any
 * thread.
 */
final class FilterLanguage {
    private static final int LONGEST_EXPRESSION = 4_096;
    private static final int MAX_ITERATIONS = 20_000;
    private static final int MAX_REGEX = 1_000;
    private static final int MAX_ISSUES = 3;

    private final DefinitionLibrary library;
    private final MtfFunctions functions;
    private final CelCompiler compiler;
    private final CelValidator validator;
    private final CelRuntime runtime;

    /** @param library where sets and their fields have their names */
    FilterLanguage(DefinitionLibrary library) {
        this.library = library;
        this.functions = new MtfFunctions(library);
        CelOptions options = CelOptions.current()
                .maxExpressionCodePointSize(LONGEST_EXPRESSION)
                .comprehensionMaxIterations(MAX_ITERATIONS)
                .maxRegexProgramSize(MAX_REGEX)
                .enableHeterogeneousNumericComparisons(true) // the only way of this runtime
                .build();
        CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(options)
                .setStandardMacros(CelStandardMacro.ALL, CelStandardMacro.EXISTS, CelStandardMacro.EXISTS_ONE)
                .setResultType(SimpleType.BOOL)
                .addFunctionDeclarations(MtfFunctions.declarations());
        for (FilterVariable variable : FilterVariable.values()) {
            builder.addVar(variable.word(), variable.type());
        }
        this.compiler = builder.build();
        this.runtime = CelRuntimeFactory.plannerRuntimeBuilder()
                .setOptions(options)
                .addFunctionBindings(functions.bindings())
                .build();
        this.validator = CelValidatorFactory.standardCelValidatorBuilder(compiler, runtime)
                .addAstValidators(
                        RegexLiteralValidator.INSTANCE,
                        TimestampLiteralValidator.INSTANCE,
                        DurationLiteralValidator.INSTANCE)
                .build();
    }

    /**
     * A valid expression.
     *
     * @param program the compiled expression
     * @param doubts names that may be typing errors and cannot be checked
     */
    record Checked(CelRuntime.Program program, List<String> doubts) {
        Checked {
            doubts = List.copyOf(doubts);
        }
    }

    Checked compile(String text) throws FilterSyntaxException {
        try {
            CelAbstractSyntaxTree tree = compiler.compile(text).getAst();
            var _ = validator.validate(tree).getAst();
            functions.requireFields(tree);
            return new Checked(
                    runtime.createProgram(tree),
                    functions.undefinedSets(tree).stream().map(this::doubt).toList());
        } catch (CelValidationException e) {
            throw new FilterSyntaxException(e.getErrors().stream()
                    .limit(MAX_ISSUES)
                    .map(FilterLanguage::text)
                    .collect(Collectors.joining("; ")));
        } catch (CelEvaluationException e) {
            throw new FilterSyntaxException(String.valueOf(e.getMessage()));
        }
    }

    private String doubt(String setId) {
        return "no definition contains the set " + setId
                + SpellingSuggestions.nearest(setId, library.setIds())
                        .map(near -> ". Did you mean " + near + "?")
                        .orElse("");
    }

    private static String text(CelIssue issue) {
        return "line " + issue.getSourceLocation().getLine() + ", column "
                + (issue.getSourceLocation().getColumn() + 1) + ": "
                + issue.getMessage().replace(" (in container '')", "");
    }
}
