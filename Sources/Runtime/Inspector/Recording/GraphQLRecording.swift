import Apus
import ApusInspectorPage
public import ApusPlatform

/// The record of a ``GraphQLInspector`` as a file of JSON lines, for a report or a test.
///
/// ```swift
/// let inspector = GraphQLInspector(GraphQLClient(url: url))
/// // Later, after what the report is about:
/// try inspector.recording().write(to: URL(fileURLWithPath: "report.jsonl"))
/// ```
/// `apus-tool inspect FILE` opens the inspector's page on the file. `GraphQLRecordedResponses(recording:)` of the module ApusTesting replays its
/// responses, if it has their values.
public struct GraphQLRecording: Sendable {
  let bytes: [UInt8]

  init(_ inspection: Inspection, keepsValues: Bool) {
    let redaction = keepsValues ? nil : Redaction()
    let recorder = inspection.recorder
    let form = RecordText(recorder: recorder, redaction: redaction, secrets: nil, isWhole: true)
    var bytes = SessionText.json(of: inspection, isLive: false, isRedacted: !keepsValues)
    bytes.append(0x0A)
    for (number, sequence, record) in recorder.changes(after: 0, limit: .max).records.sorted(by: {
      $0.number < $1.number
    }) {
      bytes += form.json(number, sequence, record)
      bytes.append(0x0A)
    }
    self.bytes = bytes
  }

  /// The lines, each a JSON object.
  public var lines: [String] {
    bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes the lines to a file, in place of one that exists.
  ///
  /// - Throws: the system's error.
  public func write(to file: URL) throws { try Data(bytes).write(to: file, options: .atomic) }
}
