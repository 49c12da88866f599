/// The owner of a source, which ends the source when it is released: a request or a commit on another thread may hold the source itself for longer,
/// and a view that has disappeared must not send a request by then.
package final class SourceOwner<Data: Sendable>: Sendable {
  package let source: any ViewSource<Data>

  init(_ source: any ViewSource<Data>) { self.source = source }

  deinit { source.end() }
}
