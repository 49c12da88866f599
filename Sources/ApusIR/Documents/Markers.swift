/// Keys of objects that the compiler adds. Servers answer those that are sent; the others stand in what emitted types write.
package enum Markers {
  /// Tells that the object is of an interface or union, also when its type was unknown at compile time.
  package static func typeKey(_ type: String) -> String { "__is\(type)" }

  /// Tells, at a response's root, that a variable is true.
  package static func trueKey(_ variable: String) -> String { "__if_\(variable)" }

  /// Tells, at a response's root, that a variable is false.
  package static func falseKey(_ variable: String) -> String { "__unless_\(variable)" }

  /// Comes with the fields of a fragment that is spread with `@defer`.
  package static func deferredKey(fragment: String) -> String { "__part_\(fragment)" }

  /// Comes with the fields of an inline fragment with `@defer`.
  package static func deferredKey(label: String) -> String { "__label_\(name(of: label))" }

  /// Holds the errors of a part that failed: the client puts it where the part would be.
  package static func failureKey(label: String) -> String { "__failed_\(name(of: label))" }

  /// Holds the errors of a part that failed, in an object that was written with them. No label has a dot.
  static func failureNote(_ name: String) -> String { "__failed_.\(name)" }

  /// Tells that the object has the property of a part, where variables or types decide on it.
  package static func optionalPartKey(_ name: String) -> String { "__defers_\(name)" }

  /// A label with what no name has spelled out, as the client spells it.
  private static func name(of label: String) -> String {
    var result = ""
    for byte in label.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "_\(byte)_"
      }
    }
    return result
  }

  /// Tells that the object has a fragment's property.
  package static func fragmentKey(_ fragment: String) -> String { "__has\(fragment)" }

  /// Tells that the object does not have a property whose member it may have for another's sake.
  package static func absenceKey(_ key: String) -> String { "__no_\(key)" }

  /// The member that holds the errors of a field that is a `Result`, in an object that was written with them.
  package static func errorsKey(_ key: String) -> String { "__errors_\(key)" }
}
