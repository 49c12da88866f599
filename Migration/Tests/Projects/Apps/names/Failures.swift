import Apollo

func show(_ result: GraphQLResult<MusicAPI.AlbumListQuery.Data>, _ known: [GraphQLError]) -> [String] {
  let errors = result.errors ?? known
  var texts: [String] = []
  for error in errors {
    if let message = error.message { texts.append(message) }
    if error.extensions?["code"] as? String == "DENIED" { texts.append("denied") }
    if let line = error.locations?.first?.line { texts.append("\(line)") }
  }
  texts += texts.isEmpty ? known.flatMap { [$0.message?.lowercased() ?? ""] } : []
  return texts + lengths(known) { e in e.message?.count ?? 0 }.map { "\($0)" }
}

func lengths<Value>(_ values: [Value], _ length: (Value) -> Int) -> [Int] { values.map(length) }

func empty() -> GraphQLResult<MusicAPI.AlbumListQuery.Data> {
  GraphQLResult(data: nil, errors: nil, source: .server, dependentKeys: nil)
}
