import ApusCache
import ApusCacheSQLite
import ApusClient
import FoundationEssentials

// `App URL FILE`: prints which libraries it calls, and the results of a query, a subscription, and a cache that is stored in the file.

print("libcurl:", GraphQLCurlTransport.library ?? "none")
print("SQLite:", GraphQLSQLiteStorage.library ?? "none")

let arguments = CommandLine.arguments
guard arguments.count == 3, let url = URL(string: arguments[1]) else {
  fatalError("usage: App URL FILE")
}
let client = GraphQLClient(url: url)
do {
  print("query:", try await client.fetch(TableQuery(count: 3)).table.map(\.name))
} catch {
  print("query failed: \(error)")
}
do {
  var numbers: [Int] = []
  for try await data in client.subscribe(to: CountdownSubscription(start: 3)) {
    numbers.append(data.countdown)
  }
  print("subscription:", numbers)
} catch {
  print("subscription failed: \(error)")
}
do {
  let query = TableQuery(count: 2)
  let file = URL(filePath: arguments[2])
  let written = GraphQLCache(schema: cacheSchema, storage: try GraphQLSQLiteStorage(url: file))
  let row = TableQuery.Data.Table(id: "row-1", name: "stored")
  try written.transaction { try $0.write(TableQuery.Data(table: [row, row]), for: query) }
  try await written.flush()
  // A second cache on the same file, which reads what the first one wrote.
  let read = GraphQLCache(schema: cacheSchema, storage: try GraphQLSQLiteStorage(url: file))
  await read.load()
  print("stored cache:", read.read(query)?.table.map(\.name) ?? ["nothing"])
} catch {
  print("stored cache failed: \(error)")
}
