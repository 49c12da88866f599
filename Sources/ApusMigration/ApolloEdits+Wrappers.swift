/// `GraphQLEnum`, `GraphQLNullable`, `GraphQLResponse` and `.fragments`.
extension ApolloEdits {
  /// `GraphQLEnum<Episode>`, `GraphQLEnum(.jedi)`, `GraphQLEnum<Episode>.case(.jedi)`.
  mutating func wrapper(_ index: Int) {
    var opening = index + 1
    if isMark(index + 1, "<") {
      guard let end = closing(index + 1) else { return leave(index, "an enum is not wrapped") }
      delete(tokens[index].start, tokens[index + 1].end)
      delete(tokens[end].start, tokens[end].end)
      opening = end + 1
      if isMark(opening, "("), isMark(opening + 1, "."), let end = closing(opening) {
        // `GraphQLEnum<Episode>(.jedi)` is `Episode.jedi`.
        delete(tokens[opening].start, tokens[opening].end)
        delete(tokens[end].start, tokens[end].end)
      } else if isMark(opening, "("), !isWord(opening + 1, "rawValue") {
        leave(index, "an enum is not wrapped")
      }
      return
    }
    if isWord(opening + 1, "rawValue") { return replace(index, index, ".init") }
    guard isMark(opening, "("), let end = closing(opening), !isMark(opening + 2, ":") else {
      return leave(index, "an enum is not wrapped")
    }
    delete(tokens[index].start, tokens[opening].end)
    delete(tokens[end].start, tokens[end].end)
  }

  /// `.case(.jedi)` is `.jedi`.
  mutating func caseWrapper(_ index: Int) {
    guard let end = closing(index + 1) else { return }
    if isMark(index + 2, "."), end == index + 4 {
      delete(tokens[index].start, tokens[index + 3].start)
      delete(tokens[end].start, tokens[end].end)
    } else if isMark(index + 3, "."), end == index + 5, tokens[index + 2].isWord {
      delete(tokens[index - 1].start, tokens[index + 2].start)
      delete(tokens[end].start, tokens[end].end)
    } else if end == index + 3, tokens[index + 2].isWord, !isWord(index - 2, "case"),
      !isWord(index - 2, "let")
    {
      delete(tokens[index - 1].start, tokens[index + 2].start)
      delete(tokens[end].start, tokens[end].end)
    } else {
      leave(index, "an enum is not wrapped: match its cases themselves")
    }
  }

  /// The places of `.unknown` in a `switch` over wrapped enums.
  func enumScopes() -> Set<Int> {
    var found: Set<Int> = []
    var open: [(hasCase: Bool, unknown: [Int])] = []
    for index in tokens.indices {
      if isMark(index, "{") { open.append((false, [])) }
      if isMark(index, "}"), let scope = open.popLast(), scope.hasCase { found.formUnion(scope.unknown) }
      guard !open.isEmpty, isMark(index - 1, "."), tokens[index].isWord else { continue }
      if tokens[index].text == "case", isMark(index + 1, "(") { open[open.count - 1].hasCase = true }
      if tokens[index].text == "unknown", isWord(index - 2, "case") || isMark(index - 2, ",") {
        open[open.count - 1].unknown.append(index)
      }
    }
    return found
  }

  /// `GraphQLNullable<Int>.some(1)`.
  mutating func nullable(_ index: Int) {
    let end = isMark(index + 1, "<") ? closing(index + 1) : index
    guard let end, isMark(end + 1, "."), let name = token(end + 2) else { return }
    if name.text == "some" { replace(end + 2, end + 2, "value") }
    if name.text == "none" { replace(end + 2, end + 2, "unset") }
  }

  /// `GraphQLResponse<AlbumQuery>` is `GraphQLResponse<AlbumQuery.Data>`.
  mutating func response(_ index: Int) {
    guard isMark(index + 1, "<"), let end = closing(index + 1), !isWord(end - 1, "Data"),
      tokens[end - 1].isWord
    else {
      return
    }
    edits.append(SourceEdit(source, tokens[end].start, tokens[end].start, ".Data"))
  }

  /// `album.fragments.albumCard` is `AlbumCardData(album)`.
  mutating func fragments(_ index: Int) {
    guard let name = token(index + 2), name.isWord else { return }
    guard let type = names?.spreads[name.text], !(names?.conditional.contains(name.text) ?? true) else {
      return leave(
        index,
        names?.spreads[name.text] == nil
          ? "the value itself conforms to the fragment's protocol"
          : "the fragment is an optional property of the value")
    }
    let dot = index - 1
    guard let start = chainStart(dot), !isMark(start - 1, "\\"), !isMark(start - 1, "."),
      !tokens[start..<dot].contains(where: { $0.text == "fragments" }),
      !(isMark(index + 3, ".") && isWord(index + 4, "fragments"))
    else { return leave(index, "\(type)(value) makes the fragment's value") }
    let qualified = scope.dropsNamespace || scope.hasBareOperations ? type : "\(scope.namespace).\(type)"
    let hasMark = tokens[start..<dot].contains { $0.is("?") }
    guard hasMark else {
      edits.append(SourceEdit(source, tokens[start].start, tokens[start].start, "\(qualified)("))
      edits.append(SourceEdit(source, tokens[dot].start, name.end, ")"))
      return
    }
    let isLast = isMark(dot - 1, "?")
    let inner = tokens[start..<(isLast ? dot - 1 : dot)].contains { $0.is("?") }
    if inner { edits.append(SourceEdit(source, tokens[start].start, tokens[start].start, "(")) }
    let from = tokens[isLast ? dot - 1 : dot].start
    let next = isMark(index + 3, ".") ? "?" : ""
    edits.append(SourceEdit(source, from, name.end, "\(inner ? ")" : "").map({ \(qualified)($0) })\(next)"))
  }
}
