/// The end of an opening whose credentials are another user's than before: the connection is opened anew for the operations that are left.
///
/// It is a type of its own, because a closure of the app can throw ``GraphQLClientError/credentialsChanged`` of another client: that one
/// counts as a failure, after which the driver pauses.
struct UserChange: Error {}
