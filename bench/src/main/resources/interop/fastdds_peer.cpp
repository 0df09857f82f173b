// Interop peer on eProsima Fast DDS, with the types that fastddsgen makes of kmtf.idl. The commands are those of Peer.java.

#include "kmtfPubSubTypes.h"

#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/Topic.hpp>
#include <fastdds/dds/topic/TypeSupport.hpp>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>

#include <atomic>
#include <cstdio>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>

using namespace eprosima::fastdds::dds;

namespace {

std::mutex output;

void say(const std::string& line)
{
  std::lock_guard<std::mutex> guard(output);
  std::cout << line << std::endl;
}

std::string hex(const std::vector<uint8_t>& bytes)
{
  std::string text;
  char digits[3];
  for (uint8_t byte : bytes) {
    std::snprintf(digits, sizeof digits, "%02x", byte);
    text += digits;
  }
  return text;
}

kmtf::Message message(const std::string& origin, uint64_t number)
{
  const std::string text = origin + "/" + std::to_string(number);
  kmtf::Message made;
  made.origin(origin);
  made.subject("");
  made.sequence(number);
  made.topic_id("A021");
  made.precedence(3);
  made.created_ns(1);
  made.expires_ns(std::numeric_limits<int64_t>::max());
  made.previous_ns(0);
  made.repeats(0);
  made.label("훈련");
  made.destinations({"ALL"});
  made.payload(std::vector<uint8_t>(text.begin(), text.end()));
  return made;
}

class Reading : public DataReaderListener {
public:
  explicit Reading(std::string topic) : topic_(std::move(topic)) {}

  void on_data_available(DataReader* reader) override
  {
    kmtf::Message data;
    SampleInfo info;
    while (reader->take_next_sample(&data, &info) == ReturnCode_t::RETCODE_OK) {
      if (info.valid_data) {
        say("DATA " + topic_ + " " + data.origin() + " " + std::to_string(data.sequence()) + " " + hex(data.payload()));
        origins_[info.instance_handle] = data.origin();
      } else {
        const bool disposed = info.instance_state == NOT_ALIVE_DISPOSED_INSTANCE_STATE;
        const auto known = origins_.find(info.instance_handle);
        const std::string origin = known == origins_.end() ? "?" : known->second;
        say("STATE " + topic_ + " " + origin + (disposed ? " DISPOSED" : " NO_WRITERS"));
      }
    }
  }

  void on_subscription_matched(DataReader*, const SubscriptionMatchedStatus& status) override
  {
    matched = status.current_count;
  }

  std::atomic<int> matched{0};

private:
  const std::string topic_;
  std::map<InstanceHandle_t, std::string> origins_;
};

class Writing : public DataWriterListener {
public:
  void on_publication_matched(DataWriter*, const PublicationMatchedStatus& status) override
  {
    matched = status.current_count;
  }

  std::atomic<int> matched{0};
};

class Peer {
public:
  explicit Peer(uint32_t domain) : type_(new kmtf::MessagePubSubType())
  {
    // The loopback interface only, and no shared memory: other vendors are to be met.
    auto transport = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
    transport->interfaceWhiteList.push_back("127.0.0.1");
    DomainParticipantQos qos;
    qos.transport().use_builtin_transports = false;
    qos.transport().user_transports.push_back(transport);
    participant_ = DomainParticipantFactory::get_instance()->create_participant(domain, qos);
    type_.register_type(participant_);
    publisher_ = participant_->create_publisher(PUBLISHER_QOS_DEFAULT);
    subscriber_ = participant_->create_subscriber(SUBSCRIBER_QOS_DEFAULT);
  }

  Topic* topic(const std::string& name)
  {
    Topic*& known = topics_[name];
    if (known == nullptr) {
      known = participant_->create_topic(name, type_.get_type_name(), TOPIC_QOS_DEFAULT);
    }
    return known;
  }

  void reader(const std::string& name, bool reliable)
  {
    DataReaderQos qos;
    qos.reliability().kind = reliable ? RELIABLE_RELIABILITY_QOS : BEST_EFFORT_RELIABILITY_QOS;
    qos.durability().kind = reliable ? TRANSIENT_LOCAL_DURABILITY_QOS : VOLATILE_DURABILITY_QOS;
    qos.history().kind = KEEP_ALL_HISTORY_QOS;
    listeners_[name] = std::make_unique<Reading>(name);
    readers_[name] = subscriber_->create_datareader(topic(name), qos, listeners_[name].get());
  }

  void writer(const std::string& name, bool reliable)
  {
    DataWriterQos qos;
    qos.reliability().kind = reliable ? RELIABLE_RELIABILITY_QOS : BEST_EFFORT_RELIABILITY_QOS;
    qos.durability().kind = reliable ? TRANSIENT_LOCAL_DURABILITY_QOS : VOLATILE_DURABILITY_QOS;
    qos.history().kind = KEEP_ALL_HISTORY_QOS;
    qos.writer_data_lifecycle().autodispose_unregistered_instances = false;
    matches_[name] = std::make_unique<Writing>();
    writers_[name] = publisher_->create_datawriter(topic(name), qos, matches_[name].get());
  }

  void run(std::istringstream& words)
  {
    std::string command, name, argument;
    uint64_t number = 0;
    words >> command >> name >> argument >> number;
    if (command == "reader") {
      reader(name, argument == "reliable");
    } else if (command == "writer") {
      writer(name, argument == "reliable");
    } else if (command == "write") {
      kmtf::Message data = message(argument, number);
      writers_.at(name)->write(&data);
    } else if (command == "dispose") {
      kmtf::Message data = message(argument, 0);
      writers_.at(name)->dispose(&data, HANDLE_NIL);
    } else if (command == "unregister") {
      kmtf::Message data = message(argument, 0);
      writers_.at(name)->unregister_instance(&data, HANDLE_NIL);
    } else if (command == "close") {
      publisher_->delete_datawriter(writers_.at(name));
      writers_.erase(name);
    } else if (command == "matched") {
      const int count = writers_.count(name) ? matches_.at(name)->matched.load() : listeners_.at(name)->matched.load();
      say("MATCHED " + name + " " + std::to_string(count));
    }
  }

private:
  TypeSupport type_;
  DomainParticipant* participant_;
  Publisher* publisher_;
  Subscriber* subscriber_;
  std::map<std::string, Topic*> topics_;
  std::map<std::string, DataReader*> readers_;
  std::map<std::string, DataWriter*> writers_;
  std::map<std::string, std::unique_ptr<Reading>> listeners_;
  std::map<std::string, std::unique_ptr<Writing>> matches_;
};

}

int main(int, char** arguments)
{
  Peer peer(static_cast<uint32_t>(std::stoul(arguments[1])));
  say("READY");
  std::string line;
  while (std::getline(std::cin, line) && line != "quit") {
    std::istringstream words(line);
    try {
      peer.run(words);
    } catch (const std::exception& error) {
      say("ERROR " + line + " " + error.what());
    }
  }
  std::_Exit(0);
}
