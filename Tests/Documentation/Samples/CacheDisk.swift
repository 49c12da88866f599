import ApusCache
import Foundation

let folder: URL = given()
let accountID: String = given()

/// The cache that the page has.
var cache: GraphQLCache { given() }
