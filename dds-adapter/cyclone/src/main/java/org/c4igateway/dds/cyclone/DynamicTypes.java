package org.c4igateway.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import org.c4igateway.dds.api.cdr.WireMember;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.cyclone.library.Ddsc;
import org.c4igateway.dds.cyclone.library.DdscEntity;

/**
 * Builds topic descriptors at run time, so that no generated C code is needed: dynamic type, its type information,
 * descriptor. Layouts after {@code dds_public_dynamic_type.h} of Cyclone DDS 11.0.1.
 */
final class DynamicTypes {
    /** {@code dds_dynamic_type_t}: passed by pointer and by value. */
    private static final StructLayout TYPE = MemoryLayout.structLayout(
            MemoryLayout.sequenceLayout(2, ADDRESS).withName("x"),
            JAVA_INT.withName("ret"),
            MemoryLayout.paddingLayout(4));

    /** {@code dds_dynamic_type_spec_t}: a defined type or a primitive one. */
    private static final StructLayout SPEC = MemoryLayout.structLayout(
            JAVA_INT.withName("kind"),
            MemoryLayout.paddingLayout(4),
            MemoryLayout.unionLayout(TYPE.withName("type"), JAVA_INT.withName("primitive"))
                    .withName("of"));

    /** {@code dds_dynamic_type_descriptor_t}. */
    private static final StructLayout DESCRIPTOR = MemoryLayout.structLayout(
            JAVA_INT.withName("kind"),
            MemoryLayout.paddingLayout(4),
            ADDRESS.withName("name"),
            SPEC.withName("base"),
            SPEC.withName("discriminator"),
            JAVA_INT.withName("bound_count"),
            MemoryLayout.paddingLayout(4),
            ADDRESS.withName("bounds"),
            SPEC.withName("element"),
            SPEC.withName("key_element"));

    /** {@code dds_dynamic_member_descriptor_t}. */
    private static final StructLayout MEMBER = MemoryLayout.structLayout(
            ADDRESS.withName("name"),
            JAVA_INT.withName("id"),
            MemoryLayout.paddingLayout(4),
            SPEC.withName("type"),
            ADDRESS.withName("default_value"),
            JAVA_INT.withName("index"),
            JAVA_INT.withName("label_count"),
            ADDRESS.withName("labels"),
            JAVA_BYTE.withName("default_label"),
            MemoryLayout.paddingLayout(7));

    private static final int SPEC_DEFINITION = 1;
    private static final int SPEC_PRIMITIVE = 2;
    private static final int BYTE = 2;
    private static final int INT64 = 5;
    private static final int UINT64 = 8;
    private static final int STRING8 = 16;
    private static final int SEQUENCE = 22;
    private static final int STRUCTURE = 24;
    private static final int FINAL = 0;
    private static final int MEMBER_ID_AUTO = 0x0f00_0000;
    private static final int INDEX_END = -1;
    private static final int SCOPE_LOCAL_DOMAIN = 1;
    /** {@code m_flagset} of {@code dds_topic_descriptor_t}, and in it {@code DDS_TOPIC_XTYPES_METADATA}. */
    private static final long FLAGS_AT = 2 * Integer.BYTES;

    private static final int TYPE_INFORMATION = 1 << 6;

    private final MethodHandle create = Ddsc.bind("dds_dynamic_type_create", TYPE, JAVA_INT, DESCRIPTOR);
    private final MethodHandle addMember = Ddsc.bind("dds_dynamic_type_add_member", JAVA_INT, ADDRESS, MEMBER);
    private final MethodHandle setKey =
            Ddsc.bind("dds_dynamic_member_set_key", JAVA_INT, ADDRESS, JAVA_INT, JAVA_BOOLEAN);
    private final MethodHandle setExtensibility =
            Ddsc.bind("dds_dynamic_type_set_extensibility", JAVA_INT, ADDRESS, JAVA_INT);
    private final MethodHandle register = Ddsc.bind("dds_dynamic_type_register", JAVA_INT, ADDRESS, ADDRESS);
    private final MethodHandle unref = Ddsc.bind("dds_dynamic_type_unref", JAVA_INT, ADDRESS);
    private final MethodHandle createDescriptor =
            Ddsc.bind("dds_create_topic_descriptor", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
    private final MethodHandle freeTypeInfo = Ddsc.bind("dds_free_typeinfo", JAVA_INT, ADDRESS);
    private final MethodHandle deleteDescriptor = Ddsc.bindVoid("dds_delete_topic_descriptor", ADDRESS);

    private final int participant;
    private final boolean announced;

    /** @param announced whether endpoints tell their peers the type beside its name */
    DynamicTypes(int participant, boolean announced) {
        this.participant = participant;
        this.announced = announced;
    }

    /** @return address of a new topic descriptor, to be given to {@link #delete} once all topics of the type exist */
    long describe(WireType<?> type) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment struct = structure(arena, type);
            MemorySegment out = arena.allocate(ADDRESS);
            check(register, type, struct, out);
            MemorySegment typeInfo = out.get(ADDRESS, 0);
            check(createDescriptor, type, SCOPE_LOCAL_DOMAIN, participant, typeInfo, 0L, out);
            MemorySegment descriptor = out.get(ADDRESS, 0);
            check(freeTypeInfo, type, typeInfo);
            Ddsc.call(unref, struct);
            if (!announced) {
                long flags = descriptor.address() + FLAGS_AT;
                Ddsc.MEMORY.set(JAVA_INT, flags, Ddsc.MEMORY.get(JAVA_INT, flags) & ~TYPE_INFORMATION);
            }
            return descriptor.address();
        }
    }

    void delete(long descriptor) {
        Ddsc.callVoid(deleteDescriptor, MemorySegment.ofAddress(descriptor));
    }

    private MemorySegment structure(Arena arena, WireType<?> type) {
        MemorySegment struct = newType(arena, STRUCTURE, type.name(), MemorySegment.NULL);
        check(setExtensibility, type, struct, FINAL);
        int id = 0;
        for (WireMember member : type.members()) {
            MemorySegment descriptor = arena.allocate(MEMBER);
            descriptor.set(ADDRESS, offset(MEMBER, "name"), arena.allocateFrom(member.name()));
            descriptor.set(JAVA_INT, offset(MEMBER, "id"), MEMBER_ID_AUTO);
            descriptor.set(JAVA_INT, offset(MEMBER, "index"), INDEX_END);
            copySpec(spec(arena, member.kind()), descriptor, offset(MEMBER, "type"));
            check(addMember, type, struct, descriptor);
            if (member.key()) {
                check(setKey, type, struct, id, true);
            }
            id++;
        }
        return struct;
    }

    private MemorySegment spec(Arena arena, WireMember.Kind kind) {
        return switch (kind) {
            case STRING -> string(arena);
            case OCTET -> primitive(arena, BYTE);
            case INT64 -> primitive(arena, INT64);
            case UINT64 -> primitive(arena, UINT64);
            case STRINGS -> sequence(arena, "strings", string(arena));
            case NUMBERS -> sequence(arena, "numbers", primitive(arena, UINT64));
            case OCTETS -> sequence(arena, "octets", primitive(arena, BYTE));
        };
    }

    private static MemorySegment primitive(Arena arena, int kind) {
        MemorySegment spec = arena.allocate(SPEC);
        spec.set(JAVA_INT, offset(SPEC, "kind"), SPEC_PRIMITIVE);
        spec.set(JAVA_INT, offset(SPEC, "of"), kind);
        return spec;
    }

    private MemorySegment string(Arena arena) {
        return defined(arena, newType(arena, STRING8, "", MemorySegment.NULL));
    }

    private MemorySegment sequence(Arena arena, String name, MemorySegment element) {
        return defined(arena, newType(arena, SEQUENCE, name, element));
    }

    private static MemorySegment defined(Arena arena, MemorySegment type) {
        MemorySegment spec = arena.allocate(SPEC);
        spec.set(JAVA_INT, offset(SPEC, "kind"), SPEC_DEFINITION);
        MemorySegment.copy(type, 0, spec, offset(SPEC, "of"), TYPE.byteSize());
        return spec;
    }

    private MemorySegment newType(Arena arena, int kind, String name, MemorySegment element) {
        MemorySegment descriptor = arena.allocate(DESCRIPTOR);
        descriptor.set(JAVA_INT, offset(DESCRIPTOR, "kind"), kind);
        if (!name.isEmpty()) {
            descriptor.set(ADDRESS, offset(DESCRIPTOR, "name"), arena.allocateFrom(name));
        }
        if (element.address() != 0) {
            copySpec(element, descriptor, offset(DESCRIPTOR, "element"));
        }
        MemorySegment type = (MemorySegment) Ddsc.invoke(create, arena, participant, descriptor);
        DdscEntity.check(type.get(JAVA_INT, offset(TYPE, "ret")), "create a dynamic type");
        return type;
    }

    private static void copySpec(MemorySegment spec, MemorySegment target, long at) {
        MemorySegment.copy(spec, 0, target, at, SPEC.byteSize());
    }

    private static long offset(StructLayout layout, String field) {
        return layout.byteOffset(PathElement.groupElement(field));
    }

    private static void check(MethodHandle function, WireType<?> type, Object... arguments) {
        DdscEntity.check(Ddsc.call(function, arguments), "define the type " + type);
    }
}
