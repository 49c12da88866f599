/// The data of a query or a fragment, for the model of one view. The observation ends when it is released.
public struct _GraphQLObservation<Data: Sendable>: Sendable {
  package let source: any ViewSource<Data>

  package init(_ source: any ViewSource<Data>) { self.source = source }
}
