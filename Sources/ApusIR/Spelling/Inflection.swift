/// Plural to singular, for the types of list fields: a small table of rules and exceptions of English.
struct Inflection {
  /// Exceptions of the configuration: plural to singular, in lower case.
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
    "axes": "axis", "crises": "crisis", "theses": "thesis", "hypotheses": "hypothesis",
  ]
  private static let unchanged: Set<String> = [
    "series", "species", "news", "sheep", "fish", "data", "media", "metadata", "status", "address", "canvas",
    "lens", "bus", "gas", "bias", "alias", "analysis", "analytics", "physics", "always", "sms", "dns",
    "https",
    "css", "ios", "gps", "os", "aws", "rss", "tls",
  ]

  /// The singular of the last word of `name`; the name itself when it is no plural.
  func singular(of name: String) -> String {
    let (head, word) = Inflection.lastWord(of: name)
    let lowered = word.lowercased()
    let result: String
    if let exception = exceptions[name.lowercased()] { return Inflection.matchCase(exception, name) }
    if let exception = exceptions[lowered] {
      result = exception
    } else {
      result = Inflection.singular(ofWord: lowered)
    }
    return result == lowered ? name : head + Inflection.matchCase(result, word)
  }

  private static func singular(ofWord word: String) -> String {
    if let known = irregular[word] { return known }
    if unchanged.contains(word) || !word.hasSuffix("s") || word.utf8.count < 3 { return word }
    for ending in ["ss", "us", "is"] where word.hasSuffix(ending) { return word }
    if word.hasSuffix("ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes", "oes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return String(word.dropLast())
  }

  /// The name split before its last word: `homeAddresses` into `home` and `Addresses`.
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

  private static func matchCase(_ word: String, _ model: String) -> String {
    guard let first = model.first, first.isUppercase else { return word }
    return word.prefix(1).uppercased() + word.dropFirst()
  }
}
