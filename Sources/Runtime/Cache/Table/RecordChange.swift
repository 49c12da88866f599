struct RecordChange: Sendable {
  var record: UInt32
  /// The fields that differ; nil if the whole record is new.
  var fields: [UInt32]?
}
