import Apus

/// Compares a value with what the model expects of it, and collects the differences.
struct Comparison {
  let nodes: [Expected]
  /// Makes the struct of a fragment out of a value that conforms to its protocol; nil if it does not.
  let convert: (_ fragment: String, _ value: Any) -> Any?
  private(set) var differences: [String] = []
  /// How many properties were read.
  private(set) var count = 0

  init(nodes: [Expected], convert: @escaping (_ fragment: String, _ value: Any) -> Any?) {
    self.nodes = nodes
    self.convert = convert
  }

  mutating func compare(_ value: Any, _ number: Int, _ path: String) {
    let expected = nodes[number]
    guard let value = unwrapped(value) else {
      if expected.kind != .null { differ(path, "nil", "expected \(expected.kind)") }
      return
    }
    switch expected.kind {
    case .null: differ(path, "there", "\(type(of: value)), expected nil")
    case .leaf:
      let text = leaf(value)
      if text != expected.text { differ(path, "value", "\(text), expected \(expected.text ?? "")") }
    case .list:
      let mirror = Mirror(reflecting: value)
      let elements = expected.elements ?? []
      guard mirror.displayStyle == .collection, mirror.children.count == elements.count else {
        return differ(
          path, "list", "\(type(of: value)) of \(mirror.children.count), expected \(elements.count)")
      }
      for (index, (child, node)) in zip(mirror.children, elements).enumerated() {
        compare(child.value, node, "\(path)[\(index)]")
      }
    case .object: compareObject(value, expected, path)
    }
  }

  private mutating func compareObject(_ value: Any, _ expected: Expected, _ path: String) {
    compareProperties(value, expected, path)
    guard let number = expected.payload else { return }
    let mirror = Mirror(reflecting: value)
    let isEnum = mirror.displayStyle == .enum
    guard let payload = isEnum ? mirror.children.first?.value : value else {
      return differ(path, "payload", "\(type(of: value)) has no payload")
    }
    // A case may hold an enum, whose case is the object's.
    if isEnum, Mirror(reflecting: payload).displayStyle == .enum {
      return compareObject(payload, .payload(number), path + "(case)")
    }
    compareProperties(payload, nodes[number], isEnum ? path + "(case)" : path)
  }

  private mutating func compareProperties(_ value: Any, _ expected: Expected, _ path: String) {
    guard let readable = value as? any Readable else {
      return differ(path, "type", "\(type(of: value)) is no generated type")
    }
    for member in expected.members ?? [] {
      // A type that cannot conform to a fragment has it as a property, and reads there what it selects.
      if member.fragments.contains(where: { readable.member($0) != nil }) { continue }
      guard let found = readable.member(member.name) else {
        differ("\(path).\(member.name)", "missing", "\(type(of: value)) has no such property")
        continue
      }
      count += 1
      if let expected = member.isOptional, isOptional(found) != expected {
        differ("\(path).\(member.name)", "optional", expected ? "is not optional" : "is optional")
      }
      compare(found, member.node, "\(path).\(member.name)")
    }
    for conversion in expected.conversions ?? [] { compare(value, conversion, path) }
    for accessor in expected.accessors ?? [] { compare(value, readable, accessor, path) }
    if let name = expected.typename, let found = readable.member("__typename") {
      if leaf(unwrapped(found) ?? "") != "s:\(name)" {
        differ("\(path).__typename", "value", "\(found), expected \(name)")
      }
    }
    guard let allowed = expected.allowed else { return }
    for name in type(of: readable).memberNames where !allowed.contains(name) && !Self.isAccessor(name) {
      differ("\(path).\(name)", "unexpected", "\(type(of: value)) has a property that was not selected")
    }
  }

  private mutating func compare(
    _ value: Any, _ readable: any Readable, _ accessor: Expected.Accessor, _ path: String
  ) {
    let found = readable.member(accessor.name)
    let isNil = found.map { unwrapped($0) == nil } ?? true
    let isThere = nodes[accessor.node].kind != .null
    var kind = accessor.kind
    if kind == "spread" {
      // Whether a case conforms to the fragment, or has it as a property, shows only where the fragment applies.
      if found == nil, !isThere { return }
      let payload = Mirror(reflecting: value).children.first?.value as? any Readable
      if payload?.member(accessor.name) != nil { kind = "property of cases" }
    }
    if found == nil || (isNil && isThere && kind == "property of cases") {
      if kind != "property of cases" { kind = "no \(kind)" }
      let what = found == nil ? "has no such property" : "answers nil"
      return differ("\(path).\(accessor.name)", kind, "\(type(of: value)) \(what)")
    }
    guard let found else { return }
    count += 1
    compare(found, accessor.node, "\(path).\(accessor.name)")
  }

  private mutating func compare(_ value: Any, _ conversion: Expected.Conversion, _ path: String) {
    let place = "\(path) as \(conversion.fragment)"
    if let converted = convert(conversion.fragment, value) {
      count += 1
      return compare(converted, conversion.node, place)
    }
    let found = (value as? any Readable)?.member(conversion.property)
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .enum, found.map({ isOptional($0) && !conversion.mayBeOptional }) ?? true,
      let payload = mirror.children.first?.value
    {
      // Its cases have it, each in its own way.
      differ(place, "property of cases", "\(type(of: value)) has no such property, or an optional one")
      return compare(payload, conversion, path + "(case)")
    }
    guard let found else {
      return differ(
        place, "no conformance", "\(type(of: value)) neither conforms to it nor has it as a property")
    }
    count += 1
    if isOptional(found), !conversion.mayBeOptional { differ(place, "optional", "the property is optional") }
    compare(found, conversion.node, place)
  }

  private mutating func differ(_ path: String, _ kind: String, _ what: String) {
    differences.append("\(kind)|\(path)|\(what)")
  }

  /// The names of response keys begin otherwise: the model's documents choose them so.
  private static func isAccessor(_ name: String) -> Bool {
    name == "__typename" || name.hasPrefix("as") || name.contains("Part")
  }
}

extension Expected {
  /// An enum of which only its case is compared.
  fileprivate static func payload(_ number: Int) -> Expected {
    Expected(
      kind: .object, text: nil, elements: nil, typename: nil, members: nil, conversions: nil, accessors: nil,
      allowed: nil, payload: number)
  }
}

private func isOptional(_ value: Any) -> Bool { Mirror(reflecting: value).displayStyle == .optional }

private func unwrapped(_ value: Any) -> Any? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional else { return value }
  return mirror.children.first.flatMap { unwrapped($0.value) }
}

private func leaf(_ value: Any) -> String {
  switch value {
  case let value as String: "s:\(value)"
  case let value as Bool: "b:\(value)"
  case let value as Int: "i:\(value)"
  case let value as Double: "d:\(Int(value * 65536))"
  case let value as any GraphQLEnum: "s:\(value.rawValue)"
  default: "?:\(type(of: value))"
  }
}
