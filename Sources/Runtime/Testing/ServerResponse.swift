import Apus

/// A response in a server's form: a null at the path of an error is due to that error. A ``GraphQLResponse`` marks instead that its data
/// was written by this package.
struct ServerResponse<Data: GraphQLObject>: GraphQLWritable {
  var data: Data?
  var errors: [GraphQLError]
  var extensions: GraphQLValue?

  func _write(to writer: inout GraphQLWriter) {
    if !errors.isEmpty { writer.selections("errors", errors) }
    if data != nil || errors.isEmpty { writer.selection("data", data) }
    if let extensions { writer.value("extensions", extensions) }
  }
}
