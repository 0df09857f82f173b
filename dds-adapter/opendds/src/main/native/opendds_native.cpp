// What the Java bindings of OpenDDS lack: configuration beyond the first call, GUIDs, and a wait that makes no garbage. Exceptions
// do not leave this file.

#include "idl2jni_jni.h"
#include "idl2jni_runtime.h"

#include "dds/DCPS/Discovery.h"
#include "dds/DCPS/DomainParticipantImpl.h"
#include "dds/DCPS/GuidUtils.h"
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
Java_org_c4igateway_dds_opendds_NativeTypes_release(JNIEnv* jni, jclass)
{
  return jni->NewStringUTF(DDS_VERSION);
}

}
