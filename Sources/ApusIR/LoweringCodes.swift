import ApusDiagnostics

/// The codes of what validation allows and Swift does not.
extension DiagnosticCode {
  /// All codes of this stage, for the registry.
  package static let loweringCodes: [DiagnosticCode] = [
    .nameCollision, .namespaceCollision, .missingConformance, .tooManyShapes, .tooManyConditions,
    .tooManyTypeConditions,
    .tooManyNestedFragments,
    .typesTooDeep,
    .unmappedScalar, .typeLeftOut,
    .invalidCacheKey, .invalidCacheAge, .invalidCacheLookup, .invalidCacheMerge,
    .noCacheKey, .unidentifiedWrite,
    .unregisteredOperation,
    .invalidApusDirective, .invalidNullability, .nullabilityConflict, .requiredWithoutParent,
    .needlessRequired, .unsupportedErrorBehavior, .conflictingFieldTypes, .mixedFieldTypes, .fragmentUsesMeet,
  ]

  package static let nameCollision = DiagnosticCode(
    "name-collision",
    title: "Two definitions with one Swift name",
    explanation: """
      Operations, fragments, enums and input objects become Swift types, side by side in one module. The mutations
      "CartLinesAdd" and "cartLinesAdd" would both be CartLinesAddMutation; a fragment "Notification" gives a type
      NotificationData, and the schema may have an input object of that name. Enums and input objects keep their names; of
      definitions the one that has this very name does, then one that begins with a capital letter, then the first by name. The
      other one has a number at the end; a fragment's struct has the suffix "FragmentData". The order of the definitions does
      not matter.

      Fragments and type conditions become properties, too: `...Card @include(if: $x)` is "card", and `... on Pet` is
      "asPet". Fields keep their names; where one has that name, the property is "cardFragment" or "asPetCase".
      """,
    example: "mutation CartLinesAdd { add }\nmutation cartLinesAdd { add }",
    fix: "Rename one of the two, or use the name that the warning tells.",
    isWarning: true)

  package static let missingConformance = DiagnosticCode(
    "missing-conformance",
    title: "A type that does not conform to a fragment it spreads",
    explanation: """
      Where a fragment is spread, the Swift type conforms to the fragment's protocol, and has the protocol's properties under
      the protocol's names. Two response keys can become one Swift name: with "convertFieldCase": true the keys "release_date"
      and "releaseDate" do, and one of them gets an underscore. If that is the one that the fragment selects, the type cannot
      conform.
      """,
    example: "query { album { releaseDate ...Card } }\nfragment Card on Album { release_date }",
    fix: "Give the other field an alias, or a name by @apus(name:).",
    isWarning: true)

  package static let typeLeftOut = DiagnosticCode(
    "type-left-out",
    title: "An enum or input object of a faulty schema that is not generated",
    explanation: """
      With "schemaTypes": "all" every enum and input object of the schema becomes a Swift type, whether documents use it or
      not. An error of the schema about a type that no document uses is only a warning; but an input object without fields,
      or one that contains itself without end, has no Swift. It is left out, and so is every input object with a field of
      such a type.
      """,
    example: "# schema.graphqls, with \"schemaTypes\": \"all\"\ninput Node { next: Node! }",
    fix: "Correct the schema, or ask those who publish it to do so.",
    isWarning: true)

  package static let tooManyShapes = DiagnosticCode(
    "too-many-types",
    title: "Documents that need too many types",
    explanation: """
      Every distinct combination of selections on one object is a Swift type of its own. Real documents need
      fewer than a hundred; fragments that are combined under many different type conditions can multiply them. So
      the types of one definition are limited, and the fields of all types together: by default to half a million,
      plus ten for each field that is written.
      """,
    example: "{ node { ...A ...B ... on T1 { node { ...A } } ... on T2 { node { ...B } } } }  # and so on",
    fix: "Spread fewer fragments on one field.")

  package static let tooManyConditions = DiagnosticCode(
    "too-many-conditions",
    title: "Conditions that combine in too many ways",
    explanation: """
      Whether a property is there is a formula of the variables in "@include" and "@skip" around every selection of it. Formulas of
      many variables can grow beyond any bound, so they are limited: one asks at most 2,000 conditions one after the other, and a
      property is there in at most 100 ways, since the generated code lists them.
      """,
    example: "{ album { id @include(if: $v1) id @include(if: $v2) } }  # and so on, up to $v101",
    fix: "Use fewer variables on selections of one field, or split the definition.")

  package static let tooManyTypeConditions = DiagnosticCode(
    "too-many-type-conditions",
    title: "More type conditions than Swift can check",
    explanation: """
      A fragment with type conditions is a protocol with a type for each of them. Swift limits the rules by which it checks such
      protocols to 4,000: that is some 500 type conditions.
      """,
    example: "fragment F on Node { ... on T1 { a } ... on T2 { a } }  # and so on, up to T600",
    fix: "Divide the fragment into two.")

  package static let tooManyNestedFragments = DiagnosticCode(
    "fragments-too-deep",
    title: "Fragments nested too deeply",
    explanation: "Fragments may spread one another 1,000 deep. Only generated documents reach that.",
    example: "fragment F1 on T { ...F2 }\nfragment F2 on T { ...F3 }\n# and so on",
    fix: "Merge some of the fragments.")

  package static let typesTooDeep = DiagnosticCode(
    "types-too-deep",
    title: "Types nested too deeply",
    explanation: """
      Each level of a selection becomes a nested type, and the Swift compiler limits how deeply types nest. The limit here
      is 256; in a fragment, counting starts again.
      """,
    example: "{ a { a { a { a { a } } } } }  # and so on, through fragments",
    fix: "Select fewer levels in one operation.")

  package static let unmappedScalar = DiagnosticCode(
    "unmapped-scalar",
    title: "A custom scalar without a Swift type",
    explanation: """
      No configuration says what the scalar is in Swift, so it is GraphQLValue: any JSON. That always works, but is rarely
      convenient. A scalar called `JSON`, `JSONB`, `JSONObject` or `JSONValue` is meant to
      be that and gets no warning.
      """,
    example: "scalar Money\ntype Query { price: Money }",
    fix: """
      Name a Swift type in apus.json: { "scalars": { "Money": { "type": "Decimal", "codec": "GraphQLDecimalCodec",
      "imports": ["Foundation"] } } }. To keep any JSON, write { "type": "GraphQLValue" }.
      """,
    isWarning: true)

  package static let invalidCacheKey = DiagnosticCode(
    "invalid-cache-key",
    title: "A cache key that the schema does not have",
    explanation: """
      The key "cache.keys" in apus.json names the fields that tell one object of a type from another. They are asked for
      wherever such an object is selected, so they have to be there, hold a scalar or an enum, and need no argument.
      """,
    example: "{ \"cache\": { \"keys\": { \"Album\": [\"idd\"] } } }",
    fix: "Name fields of the type: `{ \"cache\": { \"keys\": { \"Album\": [\"id\"] } } }`.")

  package static let invalidCacheAge = DiagnosticCode(
    "invalid-cache-age",
    title: "A maximum age of something that the schema does not have",
    explanation: """
      The key "maxAge" of "cache" in apus.json says after how many seconds something is asked for again. Its members are object types,
      interfaces and unions, single fields of them, and "*" for everything else.
      """,
    example: "{ \"cache\": { \"maxAge\": { \"Albun\": 60 } } }",
    fix:
      "Name types and fields of the schema: `{ \"cache\": { \"maxAge\": { \"Album\": 60, \"Query.charts\": 10 } } }`."
  )

  package static let invalidCacheLookup = DiagnosticCode(
    "invalid-cache-lookup",
    title: "A lookup that does not give a key",
    explanation: """
      The key "lookups" of "cache" in apus.json says of a field which of its arguments are the key of the object that it has, in the order of
      the object's key fields. A cache that has the object then needs no request for the field. So the arguments have to be there, and
      may hold what the key fields hold. A field that is a list has one argument that is a list of keys.
      """,
    example: "{ \"cache\": { \"lookups\": { \"Query.album\": [\"title\"] } } }",
    fix:
      "Name the arguments that are the key: `{ \"cache\": { \"lookups\": { \"Query.album\": [\"id\"], \"Query.albums\": [\"ids\"] } } }`."
  )

  package static let invalidCacheMerge = DiagnosticCode(
    "invalid-cache-merge",
    title: "A way of merging for something that is not merged",
    explanation: """
      The key "merge" of "cache" in apus.json names fields of objects without keys, or lists of them. Without it a cache merges what two
      operations select of such objects; with "replace" it keeps only what came last. Objects with a key, and values that are not objects, are replaced anyway.
      """,
    example: "{ \"cache\": { \"merge\": { \"Order.total\": \"replace\" } } }",
    fix:
      "Name a field whose objects have no key: `{ \"cache\": { \"merge\": { \"Order.lines\": \"replace\" } } }`."
  )

  package static let noCacheKey = DiagnosticCode(
    "no-cache-key",
    title: "Elements of a list that the cache cannot identify",
    explanation: """
      Objects without a key are kept within the object that has them. Two lists of one length merge, the first element with the first and
      so on, so that two operations that select different fields of them complete each other. When the server has changed the order in
      between, fields of two elements come together.
      """,
    example: "query Cart { cart { lines { title } } }\nquery Sums { cart { lines { price } } }",
    fix:
      "Give the type a key in apus.json, `{ \"cache\": { \"keys\": { \"Line\": [\"sku\"] } } }`, or say that it has none: `\"Line\": []`. Or let each "
      + "response replace the list: `\"merge\": { \"Cart.lines\": \"replace\" }`.",
    isWarning: true)

  package static let unidentifiedWrite = DiagnosticCode(
    "unidentified-write",
    title: "A list that a program cannot add to",
    explanation: """
      Types of operations and fragments with `@apus(mutable: true)` are there to be changed and written to the cache. The keys that
      the compiler adds to a selection are not properties. So a new element of a list can say which object it is only if its key fields are selected.
      """,
    example: "fragment Tracks on Album @apus(mutable: true) { tracks { title } }",
    fix: "Select the key: `tracks { id title }`.")

  package static let unregisteredOperation = DiagnosticCode(
    "unregistered-operation",
    title: "An operation that the manifest does not have",
    explanation: """
      The key "operationIdentifiers" in apus.json names a manifest of registered operations, whose identifiers the generated
      code carries. Operations are found in it by the exact text that is sent; a server that accepts
      only registered operations would refuse this one.
      """,
    example: "{ \"operationIdentifiers\": \"operations.json\" }  # made before the operation was edited",
    fix: "Make a new manifest with `apusc manifest`, register it, and keep the server's response.",
    isWarning: true)

  package static let invalidApusDirective = DiagnosticCode(
    "invalid-apus-directive",
    title: "An `@apus` directive that the compiler cannot apply",
    explanation: """
      `@apus` is never sent; it says how one place is written in Swift. On a field "name" is the property's name, "type" the
      name of the nested type, or of a scalar the Swift type that its own Codable form decodes, and "conformsTo" lists
      protocols for the nested type. A fragment takes "conformsTo", a variable "name". Operations and fragments take "mutable": with
      true, the properties of their types can be set. Selections of a field that merge have to agree.
      """,
    example: "{ album { title @apus(name: \"not a name\") } }",
    fix: "Give strings that are Swift names, at a place where they have a meaning.")

  package static let invalidNullability = DiagnosticCode(
    "invalid-nullability",
    title: "A directive on nullability that the compiler cannot apply",
    explanation: """
      `@catch(to:)` on a field says how its errors are handled: NULL, RESULT or THROW; "levels" counts the lists of its
      type from 0, the field itself. `@catchByDefault(to:)` says it of all fields of an operation, a fragment or the schema.
      `@required(action:)` on a field says what its null does: NONE, LOG or THROW.
      """,
    example: "{ album { title @catch(to: NIL) } }",
    fix: "Give one of the values that the message names.")

  package static let nullabilityConflict = DiagnosticCode(
    "nullability-conflict",
    title: "Selections of one field that differ in what becomes of null",
    explanation: """
      Selections of a field that merge are one property, with one type. Where one of them is required or catches its errors, or is of
      a fragment with another default, the others have to be.
      """,
    example: "{ album { title @required ...Card } }\nfragment Card on Album { title }",
    fix: "Write the directive at each selection, or give one of them an alias.")

  package static let requiredWithoutParent = DiagnosticCode(
    "required-without-parent",
    title: "A required field without a nullable parent",
    explanation: """
      With `@required(action: NONE)`, a null makes the nearest parent nil that can be. Here no parent up to
      the operation's data can.
      """,
    example: "{ albums @required(action: NONE) { title } }",
    fix: "Let the field throw: `@required`.")

  package static let needlessRequired = DiagnosticCode(
    "needless-required",
    title: "A required field that is never null",
    explanation: "The schema declares the field with `!`, so that it is not optional in Swift anyway.",
    example: "{ album { id @required } }  # id: ID!",
    fix: "Remove the directive.",
    isWarning: true)

  package static let conflictingFieldTypes = DiagnosticCode(
    "conflicting-field-types",
    title: "A variable that is two Swift types",
    explanation: """
      "fields" or "identifiers" in apus.json say what an argument or an input field is in Swift, and a variable is what it is given to. A
      variable that is given to two of them has to be the same for both. One that is given to the identifiers of an object and of an
      interface of it is the object's.
      """,
    example: "query Both($id: ID!) { album(id: $id) { title } artist(id: $id) { name } }",
    fix: "Use two variables, or bind both places to one type under \"fields\".")

  package static let mixedFieldTypes = DiagnosticCode(
    "mixed-field-types",
    title: "Selections of one field that are different Swift types",
    explanation: """
      "fields" or "identifiers" in apus.json bind a field of one type, and the field of an interface or of another type is bound
      otherwise, or not at all. Where selections of both merge in one property it is what they have in common: of the identifiers of an
      object and an interface of it the interface's, else what the scalar is. Where the cases of an enum have it as different types, the
      cases have it alone.
      """,
    example: "{ node(id: \"1\") { id ... on Album { id } } }  # Node.id is a NodeID, Album.id an AlbumID",
    fix: "Give one of the selections an alias, or bind both fields to one type.", isWarning: true)

  package static let fragmentUsesMeet = DiagnosticCode(
    "fragment-uses-meet",
    title: "An object of two uses of a fragment",
    explanation: """
      A fragment's variable decides, in `@include` or `@skip`, what the fragment has. An object is part of one use of the fragment, and
      itself spreads the fragment again with another value. The fragment's type cannot have two values for the variable in one object.
      """,
    example: """
      { album { ...Card(all: true) original { ...Card(all: false) } } }
      fragment Card($all: Boolean!) on Album { original { title @include(if: $all) } }
      """,
    fix: "Give one of the two fields an alias: `first: original { ...Card(all: false) }`.")
}
