import ApusClient

let client: GraphQLClient = given()
