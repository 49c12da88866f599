import Apus

/// The types used in documents, merged from all modules of an app.
struct TypeTable: Sendable {
  struct Entry: Sendable {
    /// The key fields; nil if the common ones apply.
    var keys: [String]?
    /// The object types of an interface or a union; nil for an object type.
    var possibleTypes: Set<String>?
    /// The composite types of fields, by field name.
    var fields: [String: String] = [:]
    /// The maximum age of its fields in seconds; nil without a limit for the type.
    var maxAge: UInt32?
    /// Per-field overrides of it.
    var maxAges: [String: UInt32] = [:]
    /// The fields whose objects are replaced rather than merged.
    var replaced: Set<String> = []
    /// The fields whose arguments are keys of their objects.
    var lookups: [String: Lookup] = [:]
  }

  /// The arguments that are keys, in the order of the key fields.
  struct Lookup: Equatable, Sendable {
    /// The path of argument and member names to each key.
    var paths: [[String]]
    /// The index of the path that leads to a list of keys; nil if they identify one object.
    var listed: Int?
  }

  private(set) var roots: [OperationKind: String] = [:]
  private(set) var entries: [String: Entry] = [:]
  private(set) var commonKeys: [String] = []
  private var commonMaxAge: UInt32?
  /// Every object type mentioned.
  private(set) var objects: Set<String> = []

  /// Contradictions between the tables: the first table wins.
  private(set) var faults: [GraphQLCacheError] = []

  init(_ schemas: [GraphQLCacheSchema]) {
    for schema in schemas {
      do { try add(schema.table) } catch { faults.append(error) }
    }
    for entry in entries {
      if let possible = entry.value.possibleTypes {
        objects.formUnion(possible)
      } else {
        objects.insert(entry.key)
      }
    }
  }

  /// The type of a field's objects; empty if the table does not have it.
  func type(of field: String, in type: String) -> String { entries[type]?.fields[field] ?? "" }

  /// Whether a type is a connection.
  ///
  /// Specification: <https://relay.dev/graphql/connections.htm#sec-Connection-Types>.
  func isConnection(_ type: String) -> Bool {
    guard let fields = entries[type]?.fields else { return false }
    return fields["pageInfo"] != nil && (fields["edges"] != nil || fields["nodes"] != nil)
  }

  func isObject(_ type: String) -> Bool { objects.contains(type) }

  /// Whether a type is an interface or a union.
  func isAbstract(_ type: String) -> Bool { entries[type]?.possibleTypes != nil }

  /// The maximum age of a field in seconds: its own limit, else its type's, else the common one.
  func maxAge(of field: String, in type: String) -> UInt32 {
    let entry = entries[type]
    return entry?.maxAges[field] ?? entry?.maxAge ?? commonMaxAge ?? CacheTime.noLimit
  }

  /// Whether any field is replaced rather than merged.
  private(set) var replacesFields = false

  /// Whether the arguments of any field are keys of its objects.
  private(set) var hasLookups = false

  func isReplaced(_ field: String, in type: String) -> Bool {
    entries[type]?.replaced.contains(field) ?? false
  }

  func lookup(of field: String, in type: String) -> Lookup? { entries[type]?.lookups[field] }

  /// The key fields of a type.
  func keyFields(of type: String) -> [String] { entries[type]?.keys ?? commonKeys }

  /// The key fields of each type.
  var keys: [String: [String]] {
    var found: [String: [String]] = [:]
    for type in objects.union(entries.keys) { found[type] = keyFields(of: type) }
    return found
  }

  /// Whether every object of one type is also of the other.
  func isSubset(_ type: String, of other: String) -> Bool {
    if type == other { return true }
    guard let possible = entries[other]?.possibleTypes else { return false }
    guard let own = entries[type]?.possibleTypes else { return possible.contains(type) }
    return !own.isEmpty && own.isSubset(of: possible)
  }

  private mutating func add(_ table: String) throws(GraphQLCacheError) {
    let parts = table.split(separator: ";", omittingEmptySubsequences: true)
    let head = parts.first?.split(separator: " ").map(String.init) ?? []
    guard head.count == 4, head[0] == "1" else { throw GraphQLCacheError.unreadableSchema }
    for (kind, name) in zip(OperationKind.allCases, head.dropFirst()) where name != "-" {
      if let known = roots[kind], known != name { faults.append(.contradictorySchemas(name)) }
      roots[kind] = roots[kind] ?? name
    }
    for part in parts.dropFirst() { try addEntry(part) }
  }

  private mutating func addEntry(_ text: Substring) throws(GraphQLCacheError) {
    var rest = text
    func word(_ rest: inout Substring) -> String {
      let end = rest.firstIndex { "!=.:,@?/* ".contains($0) } ?? rest.endIndex
      defer { rest = rest[end...] }
      return String(rest[..<end])
    }
    func words(_ rest: inout Substring, separator: Character) -> [String] {
      var found: [String] = []
      repeat {
        rest = rest.dropFirst()
        let name = word(&rest)
        if !name.isEmpty { found.append(name) }
      } while rest.first == separator
      return found
    }
    // Sets a maximum age that no earlier table has.
    func takeSeconds(_ rest: inout Substring, _ known: inout UInt32?) {
      guard rest.first == "@" else { return }
      rest = rest.dropFirst()
      let seconds = UInt32(word(&rest)).map { min($0, CacheTime.longest) }
      known = known ?? seconds
    }
    func lookup(_ rest: inout Substring) -> Lookup {
      var lookup = Lookup(paths: [])
      repeat {
        let path = words(&rest, separator: "/")
        if rest.first == "*" {
          lookup.listed = lookup.paths.count
          rest = rest.dropFirst()
        }
        lookup.paths.append(path)
      } while rest.first == ","
      return lookup
    }
    let name = rest.first == "*" ? String(rest.removeFirst()) : word(&rest)
    if name == "*", rest.first == "@" { rest = "!" + rest }
    var entry = entries[name] ?? Entry()
    if rest.first == "!" {
      let keys = words(&rest, separator: ",")
      if name == "*" {
        if !commonKeys.isEmpty, !keys.isEmpty, commonKeys != keys {
          faults.append(.contradictorySchemas(name))
        }
        if commonKeys.isEmpty { commonKeys = keys }
        takeSeconds(&rest, &commonMaxAge)
        guard rest.isEmpty else { throw GraphQLCacheError.unreadableSchema }
        return
      }
      if let known = entry.keys, known != keys { faults.append(.contradictorySchemas(name)) }
      entry.keys = entry.keys ?? keys
    }
    if rest.first == "=" {
      entry.possibleTypes = (entry.possibleTypes ?? []).union(words(&rest, separator: ","))
    }
    takeSeconds(&rest, &entry.maxAge)
    while rest.first == "." {
      rest = rest.dropFirst()
      let field = word(&rest)
      if rest.first == ":" {
        rest = rest.dropFirst()
        entry.fields[field] = word(&rest)
      }
      if rest.first == "!" {
        rest = rest.dropFirst()
        entry.replaced.insert(field)
        replacesFields = true
      }
      if rest.first == "?" {
        hasLookups = true
        let lookup = lookup(&rest)
        if let known = entry.lookups[field], known != lookup { faults.append(.contradictorySchemas(name)) }
        entry.lookups[field] = entry.lookups[field] ?? lookup
      }
      takeSeconds(&rest, &entry.maxAges[field])
    }
    guard rest.isEmpty, !name.isEmpty else { throw GraphQLCacheError.unreadableSchema }
    entries[name] = entry
  }
}

enum OperationKind: String, Hashable, Sendable, CaseIterable {
  case query, mutation, subscription
}
