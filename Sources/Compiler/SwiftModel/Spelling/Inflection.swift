/// Finds singular forms by a small table of English rules and exceptions, so that the type for the list field `albums { … }` is called `Album`.
struct Inflection {
  /// The exceptions in the configuration: plural to singular, in lower case.
  var exceptions: [String: String]

  private static let irregular: [String: String] = [
    "people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse",
    "geese": "goose",
    "feet": "foot", "teeth": "tooth", "indices": "index", "vertices": "vertex", "matrices": "matrix",
    "criteria": "criterion", "phenomena": "phenomenon", "analyses": "analysis", "bases": "base",
    "statuses": "status", "aliases": "alias", "buses": "bus", "bonuses": "bonus", "viruses": "virus",
    "campuses": "campus", "biases": "bias", "lenses": "lens", "quizzes": "quiz", "caches": "cache",
    "headaches": "headache", "shoes": "shoe", "toes": "toe", "movies": "movie", "cookies": "cookie",
    "ties": "tie", "pies": "pie", "lives": "life", "wives": "wife", "knives": "knife", "leaves": "leaf",
    "wolves": "wolf", "halves": "half", "shelves": "shelf", "selves": "self", "thieves": "thief",
    "axes": "axis", "crises": "crisis", "theses": "thesis", "hypotheses": "hypothesis", "gases": "gas",
    "parentheses": "parenthesis", "diagnoses": "diagnosis", "zombies": "zombie", "calories": "calorie",
    "selfies": "selfie", "avalanches": "avalanche", "niches": "niche",
  ]
  private static let unchanged: Set<String> = [
    "series", "species", "news", "sheep", "fish", "data", "media", "metadata", "status", "address", "canvas",
    "lens", "bus", "gas", "bias", "alias", "analysis", "analytics", "physics", "always", "sms", "dns",
    "https",
    "css", "ios", "gps", "os", "aws", "rss", "tls", "headquarters", "means", "economics", "mathematics",
    "politics", "logistics", "goods", "diabetes",
  ]
  /// The minimum length of the words in these lists that are also recognized at the end of a longer word, such as `species` in `pokemonspecies`.
  private static let shortestEnding = 6
  /// Verbs. A field that begins with one is named after an action, so the rest of its name does not describe its elements.
  private static let verbs: Set<String> = [
    "get", "find", "fetch", "retrieve", "create", "insert", "upsert", "add", "append", "update", "delete",
    "remove", "assign", "unassign", "send", "submit", "generate", "calculate", "compute", "enable",
    "disable", "replace", "restore", "revoke", "reject", "rename", "reorder", "resolve",
  ]

  /// Replaces the last word of a name by its singular: `homeAddresses` becomes `homeAddress`. Returns the name unchanged if that word is not a
  /// plural, or if it follows a verb and is not one of the exceptions.
  func singular(of name: String) -> String {
    let (head, word) = Inflection.lastWord(of: name)
    let lowered = word.lowercased()
    let result: String
    if let exception = exceptions[name.lowercased()] { return Inflection.matchCase(exception, name) }
    if let exception = exceptions[lowered] {
      result = exception
    } else if Inflection.beginsWithVerb(head) {
      return name
    } else {
      result = Inflection.singular(ofWord: lowered)
    }
    return result == lowered ? name : head + Inflection.matchCase(result, word)
  }

  private static func singular(ofWord word: String) -> String {
    if let known = irregular[word] { return known }
    if unchanged.contains(word) { return word }
    if word.utf8.count > shortestEnding {
      if unchanged.contains(where: { $0.utf8.count >= shortestEnding && word.hasSuffix($0) }) { return word }
      let known = irregular.first { $0.key.utf8.count >= shortestEnding && word.hasSuffix($0.key) }
      if let known { return word.dropLast(known.key.count) + known.value }
    }
    if !word.hasSuffix("s") || word.utf8.count < 3 { return word }
    for ending in ["ss", "us", "is"] where word.hasSuffix(ending) { return word }
    if word.hasSuffix("ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes", "oes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return String(word.dropLast())
  }

  /// Splits a name before its last word: `homeAddresses` into `home` and `Addresses`.
  private static func lastWord(of name: String) -> (String, String) {
    var start = name.startIndex
    var previousIsLower = false
    for index in name.indices {
      let character = name[index]
      if character == "_" {
        let next = name.index(after: index)
        if next < name.endIndex { start = next }
      } else if character.isUppercase, previousIsLower {
        start = index
      }
      previousIsLower = character.isLowercase || character.isNumber
    }
    return (String(name[..<start]), String(name[start...]))
  }

  /// Whether the words before the last one begin with a verb: `get` and `getSimilar`, but not `getaway`.
  private static func beginsWithVerb(_ head: String) -> Bool {
    let head = head.drop { $0 == "_" }
    guard let first = head.first else { return false }
    let rest = head.dropFirst().prefix { $0.isLowercase }
    return verbs.contains(first.lowercased() + rest)
  }

  private static func matchCase(_ word: String, _ model: String) -> String {
    guard let first = model.first, first.isUppercase else { return word }
    return word.prefix(1).uppercased() + word.dropFirst()
  }
}
