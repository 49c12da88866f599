/// The Swift types that the compiler knows. To support another scalar, add its codec to the runtime and an entry here: the module that declares the
/// Swift type, the codecs that return it, the names that schemas give such a scalar, and the specifications that `@specifiedBy` refers to.
extension KnownSwiftType {
  static let table: [KnownSwiftType] =
    [
      KnownSwiftType(
        "Date", .essentials, unusualForm: "the number of seconds since 2001",
        codecs: [
          .entry(
            "GraphQLDateTimeCodec", scalars: ["datetime", "iso8601datetime", "timestamptz"],
            specifications: [
              "rfc3339", "scalars.graphql.org/andimarek/date-time",
              "scalars.graphql.org/chillicream/date-time",
            ]),
          .entry("GraphQLEpochSecondsCodec"),
        ]),
      KnownSwiftType(
        "UUID", .essentials,
        codecs: [
          .entry("GraphQLUUIDCodec", scalars: ["uuid"], specifications: ["rfc4122", "rfc9562"])
        ]),
      KnownSwiftType(
        "URL", .essentials,
        codecs: [
          .entry(
            "GraphQLURLCodec", scalars: ["url", "uri"],
            specifications: ["rfc3986", "rfc1738", "url.spec.whatwg.org"])
        ]),
      KnownSwiftType(
        "Decimal", .essentials,
        codecs: [
          .entry("GraphQLDecimalCodec", scalars: ["decimal", "bigdecimal"]),
          .entry("GraphQLDecimalStringCodec"),
        ]),
      KnownSwiftType(
        "Int64", .swift,
        codecs: [.entry("GraphQLInt64StringCodec", scalars: ["bigint", "int64", "long"])]),
      KnownSwiftType("String", .swift, codecs: [.entry("GraphQLIDCodec")]),
      KnownSwiftType("GraphQLValue", .runtime),
      KnownSwiftType("GraphQLUpload", .client, scalars: ["upload"]),
      KnownSwiftType("Data", .essentials),
    ]
    + ["Character", "Bool", "Double", "Float", "Int", "Int8", "Int16", "Int32"].map {
      KnownSwiftType($0, .swift)
    }
    + ["UInt", "UInt8", "UInt16", "UInt32", "UInt64"].map { KnownSwiftType($0, .swift) }
    + ["Calendar", "DateComponents", "Locale", "TimeZone"].map {
      KnownSwiftType($0, .essentials, unusualForm: foundationObject)
    }
    + [
      "CharacterSet", "DateInterval", "IndexPath", "IndexSet", "Measurement", "PersonNameComponents",
      "URLComponents",
    ].map { KnownSwiftType($0, .foundation, unusualForm: foundationObject) }

  private static let foundationObject = "an object in Foundation's own form"
}
