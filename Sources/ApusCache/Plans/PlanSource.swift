import Apus

/// The source of a plan: the document and variables of an operation or a fragment.
struct PlanSource: Sendable {
  struct Key: Hashable, Sendable {
    var type: ObjectIdentifier
    /// Distinguishes several documents of one type; generated types have only one.
    var document = 0
    /// As JSON.
    var variables: [UInt8]
  }

  let key: Key
  /// The variables that decoding needs.
  let conditions: GraphQLConditions
  /// The name in events.
  var name: String { named() }
  private let named: @Sendable () -> String
  private let text: @Sendable () -> String

  init<Operation: GraphQLOperation>(_ operation: Operation) throws {
    do {
      key = Key(type: ObjectIdentifier(Operation.self), variables: try operation.json())
    } catch {
      throw GraphQLCacheError.invalidVariables("\(error)")
    }
    conditions = operation._conditions._conditions
    named = { Operation.operationName }
    text = { Operation.operationDocument }
  }

  private static let none = Array("{}".utf8)

  init<Fragment: GraphQLFragment>(_ fragment: Fragment.Type, _ variables: [String: GraphQLValue]) throws {
    let text = variables.isEmpty ? PlanSource.none : Array(GraphQLValue.object(variables).description.utf8)
    key = Key(type: ObjectIdentifier(Fragment.self), variables: text)
    conditions = GraphQLConditions(variables)
    // Formatting a type's name takes longer than reading a small object.
    named = { "\(Fragment.self)" }
    self.text = { Fragment.fragmentDocument }
  }

  init(key: Key, name: String, text: String) {
    self.key = key
    conditions = [:]
    named = { name }
    self.text = { text }
  }

  var document: String { text() }

  var variables: [String: GraphQLValue] {
    get throws {
      do {
        return try GraphQLValue(json: key.variables).object ?? [:]
      } catch {
        throw GraphQLCacheError.invalidVariables("\(error)")
      }
    }
  }
}

/// The record where a plan starts reading.
enum PlanRoot: Hashable, Sendable {
  case operation
  /// A fragment's object, by key.
  case object(String)
}

/// The most recently used plans and their documents.
struct PlanMemo {
  private struct Entry {
    var plan: Plan
    var lastUse: Int
  }

  private static let limit = 64

  private let types: TypeTable
  private let names: FieldNames
  private let learned: LearnedTypes
  private var documents: [PlanSource.Key: PlanDocument] = [:]
  private var plans: [PlanSource.Key: Entry] = [:]
  private var time = 0
  /// The last plan requested: code that reads and then writes requests it several times.
  private var last: (key: PlanSource.Key, plan: Plan)?

  init(_ types: TypeTable, _ names: FieldNames, _ learned: LearnedTypes) {
    self.types = types
    self.names = names
    self.learned = learned
  }

  mutating func plan(_ source: PlanSource) throws -> Plan {
    if let last, last.key == source.key { return last.plan }
    let plan = try find(source)
    last = (source.key, plan)
    return plan
  }

  private mutating func find(_ source: PlanSource) throws -> Plan {
    time += 1
    if let known = plans[source.key]?.plan {
      plans[source.key]?.lastUse = time
      return known
    }
    let key = PlanSource.Key(type: source.key.type, document: source.key.document, variables: [])
    let document: PlanDocument
    if let known = documents[key] {
      document = known
    } else {
      document = try PlanDocument(source.document, types)
      documents[key] = document
    }
    let plan = Plan(document, variables: try source.variables, types, names, learned)
    if plans.count >= Self.limit, let oldest = plans.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      plans[oldest.key] = nil
    }
    plans[source.key] = Entry(plan: plan, lastUse: time)
    return plan
  }
}
