/// The difference of a record from before a commit.
package struct RecordChange: Sendable {
  package var record: UInt32
  /// The fields that differ; nil if the whole record is new.
  package var fields: [UInt32]?
}
