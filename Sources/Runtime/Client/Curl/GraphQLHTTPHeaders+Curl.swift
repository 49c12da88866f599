#if os(Linux)
  extension GraphQLHTTPHeaders {
    init(_ fields: [(name: String, value: String)]) {
      self.init(fields.map { Field(name: $0.name, value: $0.value) })
    }
  }
#endif
