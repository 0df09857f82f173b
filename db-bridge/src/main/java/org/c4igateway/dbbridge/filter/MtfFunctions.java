package org.c4igateway.dbbridge.filter;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.FieldReference;
import org.c4igateway.topics.mtf.MtfDocument;

/**
 * The functions of expressions on a payload. Sets and fields are literals, so that they are checked when the expression
 * is compiled. A payload that is not MTF and a missing field are errors of the evaluation, never a value: otherwise a
 * typing error would silently exclude messages.
 *
 * <pre>
 * mtf.field('TRACK', 'identity')   text of the field in the first set that has it
 * mtf.field('TRACK', 3)            the same by position
 * mtf.fields('1LOAD', 'item')      texts of all sets, rows and repetitions, empty when there is none
 * mtf.holds('TRACK', 'platform')   whether field() has a value
 * mtf.holds('RMKS')                whether there is such a set
 * </pre>
 */
final class MtfFunctions {
    static final CelType TYPE = OpaqueType.create("mtf");

    private static final String FIELD = "field";
    private static final String FIELDS = "fields";
    private static final String HOLDS = "holds";
    private static final Set<String> NAMES = Set.of(FIELD, FIELDS, HOLDS);

    private final DefinitionLibrary library;

    /** @param library where fields have their names */
    MtfFunctions(DefinitionLibrary library) {
        this.library = library;
    }

    static List<CelFunctionDecl> declarations() {
        CelType texts = ListType.create(SimpleType.STRING);
        return List.of(
                CelFunctionDecl.newFunctionDeclaration(
                        FIELD,
                        overload("mtf_field_name", SimpleType.STRING, SimpleType.STRING),
                        overload("mtf_field_position", SimpleType.STRING, SimpleType.INT)),
                CelFunctionDecl.newFunctionDeclaration(
                        FIELDS,
                        overload("mtf_fields_name", texts, SimpleType.STRING),
                        overload("mtf_fields_position", texts, SimpleType.INT)),
                CelFunctionDecl.newFunctionDeclaration(
                        HOLDS,
                        overload("mtf_holds_name", SimpleType.BOOL, SimpleType.STRING),
                        overload("mtf_holds_position", SimpleType.BOOL, SimpleType.INT),
                        CelOverloadDecl.newMemberOverload("mtf_holds_set", SimpleType.BOOL, TYPE, SimpleType.STRING)));
    }

    private static CelOverloadDecl overload(String id, CelType result, CelType field) {
        return CelOverloadDecl.newMemberOverload(id, result, TYPE, SimpleType.STRING, field);
    }

    List<CelFunctionBinding> bindings() {
        List<CelFunctionBinding> all = new ArrayList<>();
        all.addAll(CelFunctionBinding.fromOverloads(
                FIELD,
                binding("mtf_field_name", String.class, MtfFunctions::first),
                binding("mtf_field_position", Long.class, MtfFunctions::first)));
        all.addAll(CelFunctionBinding.fromOverloads(
                FIELDS,
                binding("mtf_fields_name", String.class, values -> values),
                binding("mtf_fields_position", Long.class, values -> values)));
        all.addAll(CelFunctionBinding.fromOverloads(
                HOLDS,
                binding("mtf_holds_name", String.class, values -> !values.isEmpty()),
                binding("mtf_holds_position", Long.class, values -> !values.isEmpty()),
                CelFunctionBinding.from("mtf_holds_set", MtfDocument.class, String.class, MtfFunctions::hasSet)));
        return List.copyOf(all);
    }

    private static boolean hasSet(MtfDocument document, String setId) throws CelEvaluationException {
        return readable(document).sets().stream().anyMatch(set -> set.id().equals(setId));
    }

    @SuppressWarnings("Immutable") // what the functions close over never changes
    private CelFunctionBinding binding(String id, Class<?> field, Answer answer) {
        return CelFunctionBinding.from(id, List.of(MtfDocument.class, String.class, field), arguments -> {
            MtfDocument document = readable((MtfDocument) arguments[0]);
            FieldReference reference = reference((String) arguments[1], arguments[2]);
            return answer.of(reference.values(document));
        });
    }

    private static String first(List<String> values) throws CelEvaluationException {
        if (values.isEmpty()) {
            throw new CelEvaluationException("the message has no such field");
        }
        return values.getFirst();
    }

    private static MtfDocument readable(MtfDocument document) throws CelEvaluationException {
        if (!document.accepted()) {
            throw new CelEvaluationException("the payload is not MTF");
        }
        return document;
    }

    private FieldReference reference(String setId, Object field) {
        return field instanceof Long position
                ? FieldReference.at(library, setId, Math.clamp(position, 0, Integer.MAX_VALUE))
                : FieldReference.named(library, setId, (String) field);
    }

    /**
     * @throws FilterSyntaxException when the expression names a set or field other than by a literal, or one that
     *     cannot be
     */
    void requireFields(CelAbstractSyntaxTree tree) throws FilterSyntaxException {
        for (CelCall call : calls(tree)) {
            requireField(call);
        }
    }

    /** Sets in a valid expression that no definition has, so that their spelling cannot be checked. */
    Set<String> undefinedSets(CelAbstractSyntaxTree tree) {
        return calls(tree).stream()
                .map(MtfFunctions::setId)
                .filter(setId -> !FieldReference.knows(library, setId))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<CelCall> calls(CelAbstractSyntaxTree tree) {
        return CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == ExprKind.Kind.CALL)
                .map(node -> node.expr().call())
                .filter(call -> NAMES.contains(call.function()))
                .toList();
    }

    private static String setId(CelCall call) {
        return call.args().getFirst().constant().stringValue();
    }

    private void requireField(CelCall call) throws FilterSyntaxException {
        List<CelExpr> arguments = call.args();
        if (arguments.stream().anyMatch(argument -> argument.getKind() != ExprKind.Kind.CONSTANT)) {
            throw new FilterSyntaxException("mtf." + call.function() + " takes literals, as in mtf.field('MSGID', 2)");
        }
        try {
            String setId = setId(call);
            FieldReference.requireIdentifier(setId);
            if (arguments.size() == 2) {
                CelConstant field = arguments.get(1).constant();
                var _ = reference(
                        setId,
                        field.getKind() == CelConstant.Kind.INT64_VALUE
                                ? (Object) field.int64Value()
                                : field.stringValue());
            }
        } catch (IllegalArgumentException e) {
            throw new FilterSyntaxException("mtf." + call.function() + ": " + e.getMessage());
        }
    }

    /** What a function makes of the values of a field. */
    private interface Answer {
        Object of(List<String> values) throws CelEvaluationException;
    }
}
