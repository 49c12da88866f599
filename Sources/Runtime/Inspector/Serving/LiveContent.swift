import Apus
import ApusCache
import ApusInspectorPage
import ApusOfflineMutations
import ApusPlatform

/// The routes of a running client's page.
struct LiveContent: InspectorContent {
  let inspection: Inspection
  /// Identifies the server among others.
  let page: ObjectIdentifier
  /// Wakes the page's server.
  let wake: @Sendable () -> Void
  /// Whether the server ends.
  let isEnding: @Sendable () -> Bool

  private var recorder: Recorder { inspection.recorder }

  var isOver: Bool { isEnding() }

  func records(after cursor: inout InspectorCursor, limit: Int) -> [[UInt8]] {
    if isEnding() { return [] }
    var texts: [[UInt8]] = []
    if !cursor.hasSession {
      cursor.hasSession = true
      texts.append(SessionText.json(of: inspection, isLive: true, isRedacted: false))
    }
    let (records, dropped) = recorder.changes(after: cursor.sequence, limit: limit)
    if dropped.sequence > cursor.sequence, dropped.count > cursor.dropped ?? 0 {
      let (sequence, count) = (cursor.sequence, dropped.count - (cursor.dropped ?? 0))
      texts.append(
        JSONText.object { text in
          text.member("type", "lost")
          text.member("seq", sequence)
          text.member("count", count)
        })
    }
    cursor.dropped = dropped.count
    let form = recordText(isWhole: false)
    texts += records.map { form.json($0.number, $0.sequence, $0.record) }
    cursor.sequence = records.last?.sequence ?? cursor.sequence
    if texts.isEmpty { recorder.wait(after: cursor.sequence, for: page, wake) }
    return texts
  }

  func answer(_ route: Substring, _ parameters: [String: String]) -> InspectorAnswer {
    switch route {
    case "operation", "write": return record(String(route), parameters["id"].flatMap { Int($0) })
    case "recording":
      let recording = inspection.recording(keepsValues: parameters["values"] == "kept")
      return .file(recording.bytes, name: "recording.jsonl")
    case "queue":
      guard let mutations = inspection.mutations else { return .missing("The inspector was given no queue.") }
      return .json(QueueText.json(mutations.list, mutations.block, inspection.secrets))
    default: break
    }
    guard let cache = inspection.cache else { return .missing("The client has no cache.") }
    let text = CacheText(cache: cache, recorder: recorder, secrets: inspection.secrets)
    switch route {
    case "cache":
      let limit = parameters["limit"].flatMap { Int($0) } ?? 100
      return .json(
        text.objects(
          search: parameters["search"] ?? "", after: parameters["after"].flatMap { UInt32($0) },
          limit: max(1, min(limit, 500))))
    case "object":
      let key = parameters["key"] ?? ""
      return text.object(key).map(InspectorAnswer.json) ?? .missing("The cache does not contain '\(key)'.")
    case "watchers": return .json(text.watchers())
    case "layers": return .json(text.layers())
    default: return .missing("There is no such route.")
    }
  }

  private func recordText(isWhole: Bool) -> RecordText {
    RecordText(recorder: recorder, redaction: nil, secrets: inspection.secrets, isWhole: isWhole)
  }

  private func record(_ type: String, _ number: Int?) -> InspectorAnswer {
    let form = recordText(isWhole: true)
    guard let number, let record = recorder.record(number) else {
      return .missing("The record is no longer in memory.")
    }
    switch (type, record) {
    case ("operation", .operation), ("write", .write): return .json(form.json(number, nil, record))
    default: return .missing("The record is of another type.")
    }
  }
}
