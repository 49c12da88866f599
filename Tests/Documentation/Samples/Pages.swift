import ApusClient
import Foundation

var client: GraphQLClient { given() }
let charts = GraphQLPaging<ChartsQuery>(
  next: { $0.charts.pageInfo.hasNextPage ? $0.charts.pageInfo.endCursor : nil }, into: \.after)
