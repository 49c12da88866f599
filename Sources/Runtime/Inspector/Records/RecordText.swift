import Apus
import ApusCache
import ApusClient
import ApusInspectorPage
import ApusPlatform

/// Records as JSON, for the page and for files. `/TOKEN/events` and a file's lines have the same form.
struct RecordText {
  let recorder: Recorder
  /// Removes all values; nil to keep them.
  let redaction: Redaction?
  /// Hides secret values from people who look at the page; nil for a file.
  let secrets: SecretMembers?
  /// Whether the records have everything: documents, responses and all objects of a write.
  let isWhole: Bool

  func json(_ number: Int, _ sequence: Int?, _ record: Record) -> [UInt8] {
    JSONText.object { text in
      switch record {
      case .operation(let operation):
        begin(&text, "operation", number, sequence, operation.start)
        write(operation, to: &text)
      case .write(let write):
        begin(&text, "write", number, sequence, write.start)
        self.write(write, to: &text)
      case .update(let update):
        begin(&text, "update", number, sequence, update.start)
        write(update, to: &text)
      case .note(let note):
        begin(&text, "note", number, sequence, note.start)
        text.member("area", note.area.rawValue)
        text.member("text", redaction?.text(note.text) ?? note.text)
      }
    }
  }

  private func begin(
    _ text: inout JSONText, _ type: String, _ number: Int, _ sequence: Int?, _ start: Duration
  ) {
    text.member("type", type)
    text.member("id", number)
    text.member("seq", sequence)
    text.member("at", date(start))
  }

  /// Milliseconds since 1970.
  private func date(_ time: Duration) -> Double {
    recorder.start.date.timeIntervalSince1970 * 1000 + time.milliseconds
  }

  // MARK: - Operations

  private func write(_ operation: OperationRecord, to text: inout JSONText) {
    let description = operation.description
    text.member("kind", description.kind.rawValue)
    text.member("name", description.shownName)
    text.member("hash", description.id.isEmpty ? nil : description.id)
    text.member("state", operation.state.rawValue)
    text.member("source", operation.source?.rawValue)
    text.member("mutation", operation.context.mutation.map { Int($0) })
    text.member("policy", operation.context.policy.map { "\($0)" })
    text.member("cause", operation.context.cause.map { redaction?.cause($0) ?? "\($0)" })
    text.member("watcher", operation.context.watcher)
    text.member("duration", operation.end.map { ($0 - operation.start).milliseconds })
    let sent = operation.sent
    if let variables = sent?.variables {
      text.member("variables", json: shown(variables))
    }
    text.member("attempts", objects: operation.attempts) { write($1, to: &$0) }
    if operation.eventCount > 0, description.kind == .subscription || operation.eventCount > 1 {
      text.member("events", operation.eventCount)
    }
    if !operation.errors.isEmpty {
      text.member("errors", objects: operation.errors) { write($1, to: &$0) }
    }
    text.member("failure", operation.failure.map(failure))
    if let phases = operation.phases, let stored = operation.stored {
      text.name("phases")
      text.object { text in
        text.member("sending", (phases.received - operation.start).milliseconds)
        text.member("decoding", (phases.decoded - phases.received).milliseconds)
        text.member("storing", (stored - phases.decoded).milliseconds)
      }
    }
    if !operation.writes.isEmpty {
      text.name("writes")
      text.list(operation.writes) { $0.number($1) }
    }
    guard isWhole else { return }
    text.member("document", sent.map { redaction?.document($0.document) ?? $0.document })
    write(operation.body, to: &text)
    if let value = secrets?.value(of: operation) { text.member("value", SwiftValueText.text(of: value)) }
  }

  /// JSON without the values that are not shown.
  private func shown(_ json: some Sequence<UInt8>) -> [UInt8] {
    redaction?.json(json) ?? secrets?.json(json) ?? Array(json)
  }

  private func write(_ body: OperationRecord.Body?, to text: inout JSONText) {
    switch body {
    case .whole(let json): text.member("response", json: shown(json))
    case .beginning(let json):
      text.flag("cut", true)
      if redaction == nil { text.member("responseText", String(decoding: shown(json), as: UTF8.self)) }
    case .found(let data):
      // The data of generated types lists the members of fragments apart.
      guard let written = try? data.json(), let value = try? GraphQLValue(json: written),
        let json = try? GraphQLValue.object(["data": value.withFragmentsMerged]).json()
      else { return }
      text.member("response", json: shown(json))
    case .dropped: text.flag("cut", true)
    case nil: break
    }
  }

  private func write(_ attempt: OperationRecord.Attempt, to text: inout JSONText) {
    text.member("number", attempt.number)
    text.member("at", date(attempt.start))
    text.member("duration", attempt.end.map { ($0 - attempt.start).milliseconds })
    text.member("method", attempt.method)
    text.member("url", redaction?.url(attempt.url) ?? attempt.url.shown)
    write(attempt.headers, "requestHeaders", to: &text)
    text.member("requestBytes", attempt.byteCount)
    text.member("status", attempt.status)
    if let headers = attempt.responseHeaders { write(headers, "responseHeaders", to: &text) }
    text.member("responseBytes", attempt.responseByteCount)
    if let timing = attempt.timing {
      text.name("timing")
      text.object { text in
        text.member("nameLookup", timing.nameLookup?.milliseconds)
        text.member("connect", timing.connect?.milliseconds)
        text.member("tls", timing.tls?.milliseconds)
        text.member("firstByte", timing.firstByte?.milliseconds)
        text.member("total", timing.total.milliseconds)
        if let isReused = timing.isReused { text.member("isReused", isReused) }
      }
    }
    text.member("failure", attempt.failure.map(failure))
  }

  private func write(_ headers: GraphQLHTTPHeaders, _ name: String, to text: inout JSONText) {
    text.name(name)
    text.list(headers.fields) { text, field in
      text.list([field.name, HeaderSecrets.shownValue(of: field, inFile: secrets == nil)]) { $0.string($1) }
    }
  }

  private func write(_ error: GraphQLError, to text: inout JSONText) {
    text.member("message", redaction?.text(error.message) ?? error.message)
    if let path = error.path {
      text.name("path")
      text.list(path.components) { text, component in
        switch component {
        case .key(let key): text.string(key)
        case .index(let index): text.number(index)
        }
      }
    }
    text.member("code", error.code)
  }

  /// A description may quote the response.
  private func failure(_ error: any Error) -> String {
    if let freed = error as? FreedFailure { return freed.name }
    return redaction == nil ? "\(error)" : LogRedaction.name(of: error)
  }

  // MARK: - The cache

  /// How many objects of a write the stream shows.
  private static let shownObjects = 20

  private func write(_ write: WriteRecord, to text: inout JSONText) {
    text.member("by", write.source.name)
    text.member("kind", write.source.kind.rawValue)
    text.member("operation", write.source.operation)
    text.member("count", write.count)
    let objects = write.changes.texts(limit: isWhole ? WriteRecord.limit : Self.shownObjects)
    text.member("objects", objects: objects) { text, object in
      text.member("key", redaction?.key(object.key) ?? object.key)
      guard let fields = object.fields else { return text.member("isNew", true) }
      text.member("fields", fields.map { redaction?.field($0) ?? $0 })
    }
  }

  private func write(_ record: UpdateRecord, to text: inout JSONText) {
    let update = record.update
    text.member("watcher", update.watcher)
    text.member("name", update.name)
    text.member("write", update.write)
    text.member("by", record.by)
    text.member("kind", update.kind.rawValue)
    text.name("changes")
    text.list { text in
      var rest = 10
      for change in record.changes.texts(limit: 10) {
        let fields: [String?] = change.fields ?? [nil]
        for field in fields.prefix(rest) {
          rest -= 1
          text.object { text in
            text.member("object", redaction?.key(change.key) ?? change.key)
            text.member("field", field.map { redaction?.field($0) ?? $0 })
          }
        }
      }
    }
    text.member("count", update.count)
  }
}

extension OperationRecord {
  enum Source: String {
    case network, cache, queue, shared
  }

  /// Where the response comes from; nil while that is unknown.
  var source: Source? {
    if isFound { return .cache }
    if context.mutation != nil { return .queue }
    if !attempts.isEmpty || description.kind == .subscription { return .network }
    return isShared ? .shared : nil
  }

  /// The document and the variables, as JSON.
  var sent: (document: String, variables: [UInt8])? {
    switch form {
    case .operation(let operation): operation.observedRequest
    case .watch(let document, let variables): (document, variables)
    case .dropped: nil
    }
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1_000_000_000_000_000
  }
}
