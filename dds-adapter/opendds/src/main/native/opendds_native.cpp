// What the Java bindings of OpenDDS lack: configuration beyond the first call, GUIDs, a wait that makes no garbage, and samples as
// bytes. Exceptions do not leave this file.

#include "kmtfTypeSupportImpl.h"

#include "idl2jni_jni.h"
#include "idl2jni_runtime.h"

#include "dds/DCPS/Discovery.h"
#include "dds/DCPS/DomainParticipantImpl.h"
#include "dds/DCPS/GuidUtils.h"
#include "dds/DCPS/Serializer.h"
#include "dds/DCPS/Service_Participant.h"
#include "dds/DCPS/WaitSet.h"
#include "dds/Version.h"

#include <ace/Configuration.h>
#include <ace/Configuration_Import_Export.h>

#include <algorithm>
#include <cstring>
#include <vector>

#ifdef set_encapsulation_options
// Called instead of OpenDDS's own by the type support, which is compiled with this name for it. That one announces the bytes of padding
// up to the next multiple of four (XTypes 1.3, 7.6.3.1.2), which rtps_udp does not send, so that a receiver cuts off as many of the
// sample's own.
namespace OpenDDS { namespace DCPS {
bool EncapsulationHeader::set_encapsulation_options(Message_Block_Ptr&)
{
  return true;
}
} }
#endif

namespace {

// The C++ object behind a Java object of the bindings: they keep its address in a field.
template <typename T>
T* behind(JNIEnv* jni, jobject object)
{
  if (object == 0) {
    return 0;
  }
  jclass const type = jni->GetObjectClass(object);
  jfieldID const field = jni->GetFieldID(type, "_jni_ptr", "J");
  if (field == 0) {
    jni->ExceptionClear();
    return 0;
  }
  CORBA::Object* const base = reinterpret_cast<CORBA::Object*>(jni->GetLongField(object, field));
  return dynamic_cast<T*>(base);
}

template <typename Guid>
jbyteArray bytes_of(JNIEnv* jni, const Guid& guid)
{
  jbyte raw[16];
  std::memcpy(raw, guid.guidPrefix, 12);
  std::memcpy(raw + 12, guid.entityId.entityKey, 3);
  raw[15] = static_cast<jbyte>(guid.entityId.entityKind);
  jbyteArray const result = jni->NewByteArray(16);
  if (result != 0) {
    jni->SetByteArrayRegion(result, 0, 16, raw);
  }
  return result;
}

// Samples cross to and from Java as the gateway's codec has them: XCDR version 1, little-endian, behind its header of
// four bytes. The bindings would look up each member of each sample by its name (docs/performance.md).
const size_t HEADER_BYTES = 4;

// What a buffer may keep between two samples.
const size_t KEPT_BYTES = 65536;

#if DDS_MAJOR_VERSION == 3 && DDS_MINOR_VERSION < 16
struct Coder : OpenDDS::DCPS::Serializer {
  explicit Coder(ACE_Message_Block* block)
    : OpenDDS::DCPS::Serializer(block, ACE_CDR_BYTE_ORDER != 1, OpenDDS::DCPS::Serializer::ALIGN_CDR) {}
};

template <typename T>
size_t size_of(const T& value)
{
  size_t size = 0;
  size_t padding = 0;
  OpenDDS::DCPS::gen_find_size(value, size, padding);
  return size + padding;
}
#else
OpenDDS::DCPS::Encoding encoding()
{
  return OpenDDS::DCPS::Encoding(OpenDDS::DCPS::Encoding::KIND_XCDR1, OpenDDS::DCPS::ENDIAN_LITTLE);
}

struct Coder : OpenDDS::DCPS::Serializer {
  explicit Coder(ACE_Message_Block* block) : OpenDDS::DCPS::Serializer(block, encoding()) {}
};

template <typename T>
size_t size_of(const T& value)
{
  return OpenDDS::DCPS::serialized_size(encoding(), value);
}
#endif

template <typename T>
bool decode(std::vector<char>& bytes, T& value)
{
  ACE_Message_Block block(&bytes[HEADER_BYTES], bytes.size() - HEADER_BYTES);
  block.wr_ptr(bytes.size() - HEADER_BYTES);
  Coder coder(&block);
  return coder >> value;
}

template <typename T>
bool encode(const T& value, std::vector<char>& bytes)
{
  size_t const size = size_of(value);
  bytes.assign(HEADER_BYTES + size, 0);
  bytes[1] = 1;
  ACE_Message_Block block(&bytes[HEADER_BYTES], size);
  Coder coder(&block);
  return coder << value;
}

// What is said of a sample, as OpenDdsReader in Java reads it: instance, publication, time of writing, and state with
// VALID.
const int INFOS = 4;
const jlong VALID = jlong(1) << 32;

// One thread at a time.
class AnyWriter {
public:
  virtual ~AnyWriter() {}
  virtual DDS::ReturnCode_t apply(jint operation, const DDS::Time_t& time) = 0;

  std::vector<char> bytes;
};

template <typename T>
class Writer : public AnyWriter {
  typedef typename OpenDDS::DCPS::DDSTraits<T>::DataWriterType Type;

public:
  // Empty when the writer is of another type.
  static AnyWriter* of(DDS::DataWriter* writer)
  {
    typename Type::_var_type const narrowed = Type::_narrow(writer);
    return CORBA::is_nil(narrowed.in()) ? 0 : new Writer(narrowed);
  }

  virtual DDS::ReturnCode_t apply(jint operation, const DDS::Time_t& time)
  {
    T value;
    if (bytes.size() <= HEADER_BYTES || !decode(bytes, value)) {
      return DDS::RETCODE_BAD_PARAMETER;
    }
    switch (operation) {
    case 0:
      return writer_->write(value, DDS::HANDLE_NIL);
    case 1:
      return writer_->write_w_timestamp(value, DDS::HANDLE_NIL, time);
    case 2:
      return writer_->dispose(value, DDS::HANDLE_NIL);
    case 3:
      return writer_->unregister_instance(value, DDS::HANDLE_NIL);
    default:
      return DDS::RETCODE_BAD_PARAMETER;
    }
  }

private:
  explicit Writer(const typename Type::_var_type& writer) : writer_(writer) {}

  typename Type::_var_type writer_;
};

// One thread at a time.
class AnyReader {
public:
  virtual ~AnyReader() {}
  virtual jint take(JNIEnv* jni, jobjectArray samples, jlongArray infos) = 0;
};

template <typename T>
class Reader : public AnyReader {
  typedef typename OpenDDS::DCPS::DDSTraits<T>::DataReaderType Type;
  typedef typename OpenDDS::DCPS::DDSTraits<T>::MessageSequenceType Sequence;

public:
  // Empty when the reader is of another type.
  static AnyReader* of(DDS::DataReader* reader)
  {
    typename Type::_var_type const narrowed = Type::_narrow(reader);
    return CORBA::is_nil(narrowed.in()) ? 0 : new Reader(narrowed);
  }

  virtual jint take(JNIEnv* jni, jobjectArray samples, jlongArray infos)
  {
    Sequence values;
    DDS::SampleInfoSeq told;
    DDS::ReturnCode_t const code = reader_->take(values, told, jni->GetArrayLength(samples),
      DDS::ANY_SAMPLE_STATE, DDS::ANY_VIEW_STATE, DDS::ANY_INSTANCE_STATE);
    if (code != DDS::RETCODE_OK) {
      return -code;
    }
    jint const count = static_cast<jint>(values.length());
    jint result = count;
    std::vector<jlong> all(count * INFOS);
    for (jint i = 0; i < count; ++i) {
      const DDS::SampleInfo& info = told[i];
      all[i * INFOS] = info.instance_handle;
      all[i * INFOS + 1] = info.publication_handle;
      all[i * INFOS + 2] = jlong(static_cast<CORBA::ULong>(info.source_timestamp.sec)) * 1000000000 + info.source_timestamp.nanosec;
      all[i * INFOS + 3] = jlong(info.instance_state) | (info.valid_data ? VALID : 0);
      if (!encode(values[i], bytes_) || !put(jni, samples, i)) {
        result = -DDS::RETCODE_ERROR;
        break;
      }
    }
    if (result > 0) {
      jni->SetLongArrayRegion(infos, 0, count * INFOS, &all[0]);
    }
    reader_->return_loan(values, told);
    if (bytes_.capacity() > KEPT_BYTES) {
      std::vector<char>().swap(bytes_);
    }
    return result;
  }

private:
  explicit Reader(const typename Type::_var_type& reader) : reader_(reader) {}

  bool put(JNIEnv* jni, jobjectArray samples, jint at)
  {
    jbyteArray const sample = jni->NewByteArray(static_cast<jsize>(bytes_.size()));
    if (sample == 0) {
      return false;
    }
    jni->SetByteArrayRegion(sample, 0, static_cast<jsize>(bytes_.size()), reinterpret_cast<const jbyte*>(&bytes_[0]));
    jni->SetObjectArrayElement(samples, at, sample);
    jni->DeleteLocalRef(sample);
    return true;
  }

  typename Type::_var_type reader_;
  std::vector<char> bytes_;
};

struct AnyType {
  virtual ~AnyType() {}
  virtual DDS::TypeSupport_ptr support() const = 0;
  virtual AnyWriter* writer(DDS::DataWriter* writer) const = 0;
  virtual AnyReader* reader(DDS::DataReader* reader) const = 0;
};

template <typename T, typename Support>
struct Type : AnyType {
  virtual DDS::TypeSupport_ptr support() const { return new Support; }
  virtual AnyWriter* writer(DDS::DataWriter* writer) const { return Writer<T>::of(writer); }
  virtual AnyReader* reader(DDS::DataReader* reader) const { return Reader<T>::of(reader); }
};

const AnyType* type_named(JNIEnv* jni, jstring name)
{
  static const Type<kmtf::Message, kmtf::MessageTypeSupportImpl> message;
  static const Type<kmtf::Receipt, kmtf::ReceiptTypeSupportImpl> receipt;
  static const Type<kmtf::Node, kmtf::NodeTypeSupportImpl> node;
  static const Type<kmtf::Frame, kmtf::FrameTypeSupportImpl> frame;
  const char* const text = jni->GetStringUTFChars(name, 0);
  const AnyType* found = 0;
  if (text != 0) {
    found = std::strcmp(text, "kmtf::Message") == 0 ? static_cast<const AnyType*>(&message)
      : std::strcmp(text, "kmtf::Receipt") == 0 ? static_cast<const AnyType*>(&receipt)
      : std::strcmp(text, "kmtf::Node") == 0 ? static_cast<const AnyType*>(&node)
      : std::strcmp(text, "kmtf::Frame") == 0 ? static_cast<const AnyType*>(&frame)
      : 0;
    jni->ReleaseStringUTFChars(name, text);
  }
  return found;
}

jbyteArray nothing(JNIEnv* jni)
{
  return jni->NewByteArray(16);
}

}

extern "C" {

JNIEXPORT jboolean JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_configureFrom(JNIEnv* jni, jclass, jstring path)
{
  const char* const text = jni->GetStringUTFChars(path, 0);
  if (text == 0) {
    return JNI_FALSE;
  }
  bool accepted = false;
  try {
    ACE_Configuration_Heap heap;
    if (heap.open() == 0) {
      ACE_Ini_ImpExp import(heap);
      accepted = import.import_config(text) == 0
        && TheServiceParticipant->load_configuration(heap, text) == 0;
    }
  } catch (...) {
    accepted = false;
  }
  jni->ReleaseStringUTFChars(path, text);
  return accepted ? JNI_TRUE : JNI_FALSE;
}

JNIEXPORT jint JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_await(JNIEnv* jni, jclass, jobject object, jboolean patient, jintArray handles)
{
  try {
    DDS::WaitSet* const waitset = behind<DDS::WaitSet>(jni, object);
    if (waitset == 0) {
      return -DDS::RETCODE_BAD_PARAMETER;
    }
    DDS::Duration_t const forever = {DDS::DURATION_INFINITE_SEC, DDS::DURATION_INFINITE_NSEC};
    DDS::Duration_t const now = {0, 0};
    DDS::ConditionSeq active;
    DDS::ReturnCode_t const code = waitset->wait(active, patient ? forever : now);
    if (code == DDS::RETCODE_TIMEOUT) {
      return 0;
    }
    if (code != DDS::RETCODE_OK) {
      return -code;
    }
    std::vector<jint> found;
    for (CORBA::ULong i = 0; i < active.length(); ++i) {
      DDS::StatusCondition_var const condition = DDS::StatusCondition::_narrow(active[i].in());
      if (condition.in() != 0) {
        DDS::Entity_var const entity = condition->get_entity();
        found.push_back(entity->get_instance_handle());
      }
    }
    jsize const count = std::min(static_cast<jsize>(found.size()), jni->GetArrayLength(handles));
    if (count > 0) {
      jni->SetIntArrayRegion(handles, 0, count, &found[0]);
    }
    return count;
  } catch (...) {
    return -DDS::RETCODE_ERROR;
  }
}

JNIEXPORT jbyteArray JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_guidOfHandle(JNIEnv* jni, jclass, jobject object, jint handle)
{
  try {
    OpenDDS::DCPS::DomainParticipantImpl* const participant = behind<OpenDDS::DCPS::DomainParticipantImpl>(jni, object);
    if (participant != 0) {
      return handle == participant->get_instance_handle()
        ? bytes_of(jni, participant->get_id())
        : bytes_of(jni, participant->get_repoid(handle));
    }
  } catch (...) {
  }
  return nothing(jni);
}

JNIEXPORT jbyteArray JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_guidOfKey(
  JNIEnv* jni, jclass, jobject object, jstring topic, jintArray numbers)
{
#if DDS_MAJOR_VERSION == 3 && DDS_MINOR_VERSION < 15
  OpenDDS::DCPS::DomainParticipantImpl* const participant = behind<OpenDDS::DCPS::DomainParticipantImpl>(jni, object);
  const char* const name = jni->GetStringUTFChars(topic, 0);
  jint values[3] = {0, 0, 0};
  if (jni->GetArrayLength(numbers) == 3) {
    jni->GetIntArrayRegion(numbers, 0, 3, values);
  }
  jbyteArray result = 0;
  if (participant != 0 && name != 0) {
    try {
      DDS::BuiltinTopicKey_t key;
      std::memcpy(key.value, values, sizeof key.value);
      OpenDDS::DCPS::Discovery_rch const discovery =
        TheServiceParticipant->get_discovery(participant->get_domain_id());
      result = bytes_of(jni, discovery->bit_key_to_repo_id(participant, name, key));
    } catch (...) {
    }
  }
  if (name != 0) {
    jni->ReleaseStringUTFChars(topic, name);
  }
  return result != 0 ? result : nothing(jni);
#else
  (void) object;
  (void) topic;
  (void) numbers;
  return nothing(jni);
#endif
}

JNIEXPORT jboolean JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_hasLeaseDuration(JNIEnv*, jclass)
{
#if DDS_MAJOR_VERSION == 3 && DDS_MINOR_VERSION < 14
  return JNI_FALSE;
#else
  return JNI_TRUE;
#endif
}

JNIEXPORT jboolean JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_hasXTypes(JNIEnv*, jclass)
{
#if DDS_MAJOR_VERSION == 3 && DDS_MINOR_VERSION < 16
  return JNI_FALSE;
#else
  return JNI_TRUE;
#endif
}

JNIEXPORT jint JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_writeXcdr1(JNIEnv* jni, jclass, jobject object)
{
  try {
    DDS::Publisher* const publisher = behind<DDS::Publisher>(jni, object);
    if (publisher == 0) {
      return DDS::RETCODE_BAD_PARAMETER;
    }
#if DDS_MAJOR_VERSION == 3 && DDS_MINOR_VERSION < 16
    return DDS::RETCODE_OK;
#else
    DDS::DataWriterQos qos;
    DDS::ReturnCode_t const code = publisher->get_default_datawriter_qos(qos);
    if (code != DDS::RETCODE_OK) {
      return code;
    }
    qos.representation.value.length(1);
    qos.representation.value[0] = DDS::XCDR_DATA_REPRESENTATION;
    return publisher->set_default_datawriter_qos(qos);
#endif
  } catch (...) {
    return DDS::RETCODE_ERROR;
  }
}

JNIEXPORT jstring JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_registerType(JNIEnv* jni, jclass, jobject object, jstring name)
{
  try {
    DDS::DomainParticipant* const participant = behind<DDS::DomainParticipant>(jni, object);
    const AnyType* const type = type_named(jni, name);
    if (participant != 0 && type != 0) {
      DDS::TypeSupport_var const support = type->support();
      if (support->register_type(participant, "") == DDS::RETCODE_OK) {
        CORBA::String_var const registered = support->get_type_name();
        return jni->NewStringUTF(registered.in());
      }
    }
  } catch (...) {
  }
  return 0;
}

JNIEXPORT jlong JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_openWriter(JNIEnv* jni, jclass, jobject object, jstring name)
{
  try {
    DDS::DataWriter* const writer = behind<DDS::DataWriter>(jni, object);
    const AnyType* const type = type_named(jni, name);
    return writer == 0 || type == 0 ? 0 : reinterpret_cast<jlong>(type->writer(writer));
  } catch (...) {
    return 0;
  }
}

JNIEXPORT jlong JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_openReader(JNIEnv* jni, jclass, jobject object, jstring name)
{
  try {
    DDS::DataReader* const reader = behind<DDS::DataReader>(jni, object);
    const AnyType* const type = type_named(jni, name);
    return reader == 0 || type == 0 ? 0 : reinterpret_cast<jlong>(type->reader(reader));
  } catch (...) {
    return 0;
  }
}

JNIEXPORT void JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_closeWriter(JNIEnv*, jclass, jlong writer)
{
  try {
    delete reinterpret_cast<AnyWriter*>(writer);
  } catch (...) {
  }
}

JNIEXPORT void JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_closeReader(JNIEnv*, jclass, jlong reader)
{
  try {
    delete reinterpret_cast<AnyReader*>(reader);
  } catch (...) {
  }
}

JNIEXPORT jint JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_apply(
  JNIEnv* jni, jclass, jlong address, jint operation, jbyteArray sample, jint length, jint seconds, jint nanos)
{
  try {
    AnyWriter& writer = *reinterpret_cast<AnyWriter*>(address);
    writer.bytes.resize(length);
    jni->GetByteArrayRegion(sample, 0, length, reinterpret_cast<jbyte*>(writer.bytes.data()));
    if (jni->ExceptionCheck()) {
      return DDS::RETCODE_BAD_PARAMETER;
    }
    DDS::Time_t const time = {seconds, static_cast<CORBA::ULong>(nanos)};
    DDS::ReturnCode_t const code = writer.apply(operation, time);
    if (writer.bytes.capacity() > KEPT_BYTES) {
      std::vector<char>().swap(writer.bytes);
    }
    return code;
  } catch (...) {
    return DDS::RETCODE_ERROR;
  }
}

JNIEXPORT jint JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_take(JNIEnv* jni, jclass, jlong reader, jobjectArray samples, jlongArray infos)
{
  try {
    return reinterpret_cast<AnyReader*>(reader)->take(jni, samples, infos);
  } catch (...) {
    return -DDS::RETCODE_ERROR;
  }
}

JNIEXPORT jstring JNICALL
Java_org_c4igateway_dds_opendds_NativeTypes_release(JNIEnv* jni, jclass)
{
  return jni->NewStringUTF(DDS_VERSION);
}

}
