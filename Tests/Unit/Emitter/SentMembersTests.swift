import ApusSwiftModel
import Foundation
import Testing

@testable import ApusEmitter

/// Input objects of modules whose declarations others see, and of those that keep theirs.
@Suite(.timeLimit(.minutes(15))) struct SentMembersTests {
  /// What the file of the schema has after its imports.
  private func schemaText(_ level: GenerationOptions.AccessLevel) -> String {
    let schema = """
      type Query { find(by: By): Int }
      input By { name: String! year: Int @deprecated(reason: "Use after.") default: ID @deprecated }
      """
    var options = GenerationOptions()
    options.accessLevel = level
    let text = Emitter("query Q($by: By) { find(by: $by) }", schema: schema, options).schema() ?? ""
    return text.components(separatedBy: "import Apus\n\n").last ?? ""
  }

  /// The initializer of a public type would otherwise use a deprecated property.
  @Test func `a deprecated input field of a public type is stored under another name`() {
    #expect(
      schemaText(.public) == """
        public struct By: GraphQLWritable {
          public var name: String
          private var _year: GraphQLNullable<Int> = .unset
          private var _default: GraphQLNullable<String> = .unset

          @available(*, deprecated, message: "Use after.")
          public var year: GraphQLNullable<Int> {
            get { _year }
            set { _year = newValue }
          }

          @available(*, deprecated, message: "No longer supported")
          public var `default`: GraphQLNullable<String> {
            get { _default }
            set { _default = newValue }
          }

          public init(
            name: String, year: GraphQLNullable<Int> = .unset, `default`: GraphQLNullable<String> = .unset
          ) {
            self.name = name
            self._year = year
            self._default = `default`
          }
        }

        extension By {
          public func _write(to w: inout GraphQLWriter) {
            w.nullableScalar("default", _default, as: GraphQLIDCodec.self)
            w.string("name", name)
            w.nullable("year", _year)
          }
        }

        extension GraphQLNullable where Wrapped == By {
          public init(
            name: String, year: GraphQLNullable<Int> = .unset, `default`: GraphQLNullable<String> = .unset
          ) {
            self = .value(.init(name: name, year: year, default: `default`))
          }
        }

        """)
  }

  @Test func `a deprecated input field of an internal type is stored as it is`() {
    #expect(
      schemaText(.internal) == """
        struct By: GraphQLWritable {
          var name: String
          @available(*, deprecated, message: "Use after.")
          var year: GraphQLNullable<Int> = .unset
          @available(*, deprecated, message: "No longer supported")
          var `default`: GraphQLNullable<String> = .unset
        }

        extension By {
          @available(*, deprecated)
          func _write(to w: inout GraphQLWriter) {
            w.nullableScalar("default", `default`, as: GraphQLIDCodec.self)
            w.string("name", name)
            w.nullable("year", year)
          }
        }

        extension GraphQLNullable where Wrapped == By {
          init(
            name: String, year: GraphQLNullable<Int> = .unset, `default`: GraphQLNullable<String> = .unset
          ) {
            self = .value(.init(name: name, year: year, default: `default`))
          }
        }

        """)
  }
}
