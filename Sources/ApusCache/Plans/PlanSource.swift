import Apus

/// What a plan is made of: the text and the variables of an operation, or of a fragment.
struct PlanSource: Sendable {
  struct Key: Hashable, Sendable {
    var type: ObjectIdentifier
    /// Which of the type's documents: an emitted type has one.
    var document = 0
    /// As JSON.
    var variables: [UInt8]
  }

  let key: Key
  /// The variables by which what is read is decoded.
  let conditions: GraphQLConditions
  /// The name for reports.
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

  /// No variables.
  private static let none = Array("{}".utf8)

  init<Fragment: GraphQLFragment>(_ fragment: Fragment.Type, _ variables: [String: GraphQLValue]) throws {
    let text = variables.isEmpty ? PlanSource.none : Array(GraphQLValue.object(variables).description.utf8)
    key = Key(type: ObjectIdentifier(Fragment.self), variables: text)
    conditions = GraphQLConditions(variables)
    // The name of a type takes longer than to read a small object.
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

/// The record that a plan starts reading at.
enum PlanRoot: Hashable, Sendable {
  case operation
  /// A fragment's object, by its key.
  case object(String)
}

/// The plans that were used last, and the documents that they are made of.
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
  /// The plan that was asked for last: what reads and then writes asks several times.
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
