import Apus
import ApusClient

/// The source of a plan: the document and variables of an operation or a fragment.
struct PlanSource: Sendable {
  struct Document: Hashable, Sendable {
    var type: ObjectIdentifier
    /// Distinguishes several documents of one type; generated types have only one.
    var number: Int
  }

  struct Key: Hashable, Sendable {
    var document: Document
    /// As JSON.
    private var text: TextBytes
    var variables: [UInt8] { text.bytes }

    init(type: ObjectIdentifier, document: Int = 0, variables: [UInt8]) {
      self.document = Document(type: type, number: document)
      text = TextBytes(variables)
    }
  }

  let key: Key
  /// The variables that decoding needs.
  let conditions: _GraphQLConditions
  /// The name in events.
  var name: String { named() }
  private let named: @Sendable () -> String
  private let text: @Sendable () -> String

  /// - Throws: ``GraphQLCacheError/documentAsText``, ``GraphQLCacheError/invalidVariables(_:)``.
  init<Operation: GraphQLOperation>(_ operation: Operation) throws {
    guard Operation.isCacheable else { throw GraphQLCacheError.documentAsText }
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
    conditions = _GraphQLConditions(variables).with(Fragment._conditions(variables))
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
}

/// The record where a plan starts reading.
enum PlanRoot: Hashable, Sendable {
  case operation
  /// A fragment's object, by key.
  case object(String)
}
