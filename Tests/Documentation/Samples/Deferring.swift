import ApusClient

/// The client that the page has.
var client: GraphQLClient { given() }
