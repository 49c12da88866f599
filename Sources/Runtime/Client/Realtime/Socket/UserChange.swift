/// Ends an attempt to open a connection because the credentials are now another user's. The connection is opened again for the remaining operations.
///
/// It is a separate type, because a closure of the app can throw ``GraphQLClientError/credentialsChanged`` from another client. That is a failure,
/// after which the driver pauses.
struct UserChange: Error {}
