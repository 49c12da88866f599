import Apus
import ApusHTTP
import ApusPlatform

/// Sees what a client sends and receives: the record of the module ApusInspector.
///
/// The calls come from the task of a request, which continues when they return.
package protocol ClientObserver: AnyObject, Sendable {
  /// The time since the observer was made. Unlike that of an instant, a duration's layout is known at compile time, so its copies are cheap.
  var now: Duration { get }

  /// Notes that an operation begins.
  ///
  /// - Returns: its number, for the notes that follow.
  func began(_ operation: any GraphQLOperation, _ description: GraphQLOperationDescription) -> Int

  /// Notes that the cache has a query's data, so that it is not sent.
  func found(
    _ query: any GraphQLOperation, _ description: GraphQLOperationDescription, _ data: any GraphQLObject,
    since start: Duration)

  /// Notes that an operation waits for the response to an equal one in flight.
  func shares(_ operations: [Int])

  /// Notes that a request is given to the transport.
  ///
  /// - Returns: the number of the attempt.
  func attempts(_ request: GraphQLHTTPRequest, for operations: [Int]) -> Int

  /// Notes the end of an attempt.
  func ended(
    _ attempt: Int, _ ending: Result<GraphQLHTTPResponse, any Error>, for operations: [Int])

  /// Notes a response that was decoded; of a subscription or an incremental response, one of many.
  func received(_ response: ObservedResponse, to operation: Int)

  /// Notes the end of an operation.
  ///
  /// - Parameter error: the error that its caller gets; nil if it succeeded.
  func ended(_ operation: Int, _ error: (any Error)?)
}

/// A decoded response.
package struct ObservedResponse: Sendable {
  package var json: Data
  package var errors: [GraphQLError]
  package var phases: ObservedPhases?
}

/// When the phases of an operation ended, by the observer's clock. The last one, writing the response to the cache, ends when the observer gets them.
package struct ObservedPhases: Sendable {
  /// The response has arrived: after interceptors, attempts and the pauses between them.
  package var received: Duration
  package var decoded: Duration
}

extension GraphQLOperation {
  /// The data of an observed response. It is decoded again for the few that somebody looks at, instead of being kept for all.
  package func observedData(in json: ApusPlatform.Data) -> (any GraphQLObject)? {
    try? response(json: json).data
  }

  /// The document and the variables that would be sent, as JSON; nil if the variables cannot be sent.
  package var observedRequest: (document: String, variables: [UInt8])? {
    // The contents of uploads are not variables.
    let collected = try? UploadCollector.collecting { try parameters(onError: nil, nil) }
    return collected.map { ($0.0.document, $0.0.variables) }
  }
}
