/// A transport that ends an attempt itself when `request.timeout` has passed, with ``GraphQLClientError/timedOut(after:)``, and goes on
/// at once when its task is cancelled: the client needs no task of its own to see to that.
package protocol GraphQLTimedTransport: GraphQLTransport {}
