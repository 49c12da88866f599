import ApusSource
import ApusSchema

/// The codes of diagnostics about valid GraphQL documents: errors and warnings about Swift types, client-side directives, nulls and the cache. Some
/// are about `apus.json`, or about directives in the schema.
extension DiagnosticCode {
  /// All codes of this stage. `Pipeline.catalog` combines them with those of the other stages.
  package static let shapeCodes: [DiagnosticCode] = [
    .nameCollision, .tooManyShapes, .tooManyConditions, .tooManyNestedFragments, .invalidCacheKey,
    .invalidCacheAge, .invalidCacheLookup, .invalidCacheMerge, .noCacheKey, .unidentifiedWrite,
    .invalidApusDirective, .invalidClientDirective, .invalidNullability, .nullabilityConflict,
    .requiredWithoutParent, .needlessRequired, .unsupportedErrorBehavior, .mixedFieldTypes, .fragmentUsesMeet,
    .mutationWithoutKey,
  ]

  package static let nameCollision = DiagnosticCode(
    "name-collision",
    title: "Two definitions with one Swift name",
    explanation: """
      Operations, fragments, enums and input objects become Swift types in one module. The mutations "CartLinesAdd" and
      "cartLinesAdd" would both become CartLinesAddMutation; a fragment "Notification" becomes NotificationData, and the schema may
      have an input object of that name. Enums and input objects keep their names. Among definitions, one that is spelled
      exactly like the name keeps it, otherwise one that begins with a capital letter, otherwise the first by name. The other one gets a
      number at the end, or for a fragment's struct the suffix "FragmentData". The order of the definitions does not matter.

      Fragments and type conditions become properties, too: `...Card @include(if: $x)` becomes "card", and `... on Pet` becomes
      "asPet". Fields keep their names; if a field has that name, the property is "cardFragment" or "asPetCase".

      Two response keys of one type can become the same Swift name: with "convertFieldCase": true, "release_date" and "releaseDate"
      do. The key that is spelled like the name keeps it, otherwise the first by name; the other one gets an underscore. A key has
      one name in a module, and so has a fragment that is a property, so that types conform to fragments' protocols whatever else
      they select. Variables and input fields follow the same rule, and so do enum values, of which the other one keeps the schema's
      spelling. Nothing but the names in Swift changes.

      Where an enum or a `@oneOf` input object is nullable, ".unset", ".null", ".value" and ".ifPresent" are members of GraphQLNullable.
      A value or field of such a name is written ".value(.unset)" there.
      """,
    example: "mutation CartLinesAdd { add }\nmutation cartLinesAdd { add }",
    fix: "To choose the name yourself, rename one of the two.",
    isWarning: true)

  static let tooManyShapes = DiagnosticCode(
    "too-many-types",
    title: "Documents that need too many types",
    explanation: """
      Every distinct combination of selections on one object becomes a separate Swift type. Real documents need fewer than a
      hundred, but fragments under many different type conditions can multiply them. So the number of types of one definition is
      limited, and so is the number of fields of all types: half a million, plus ten for each field in the documents.
      """,
    example: "{ node { ...A ...B ... on T1 { node { ...A } } ... on T2 { node { ...B } } } }  # and so on",
    fix: "Spread fewer fragments on one field.")

  static let tooManyConditions = DiagnosticCode(
    "too-many-conditions",
    title: "Conditions that combine in too many ways",
    explanation: """
      Whether a property is present depends on the variables in "@include" and "@skip" around each of its selections. Such
      conditions can grow exponentially, so they are limited: at most 2,000 conditions are checked one after the other, and a
      property can be present in at most 100 ways, because the generated code lists them.
      """,
    example: "{ album { id @include(if: $v1) id @include(if: $v2) } }  # and so on, up to $v101",
    fix: "Use fewer variables on selections of one field, or split the definition.")

  static let tooManyNestedFragments = DiagnosticCode(
    "fragments-too-deep",
    title: "Fragments nested too deeply",
    explanation: "Fragments may spread one another 1,000 deep. Only generated documents reach that.",
    example: "fragment F1 on T { ...F2 }\nfragment F2 on T { ...F3 }\n# and so on",
    fix: "Merge some of the fragments.")

  static let invalidCacheKey = DiagnosticCode(
    "invalid-cache-key",
    title: "A field that cannot be a cache key",
    explanation: """
      The key "cache.keys" in apus.json names the fields that identify the objects of a type. The compiler adds them wherever
      such an object is selected, so they must exist, return a scalar or an enum, and have no required argument.
      """,
    example: "{ \"cache\": { \"keys\": { \"Album\": [\"idd\"] } } }",
    fix: "Name fields of the type: `{ \"cache\": { \"keys\": { \"Album\": [\"id\"] } } }`.")

  static let invalidCacheAge = DiagnosticCode(
    "invalid-cache-age",
    title: "A maximum age for a type or field that does not exist",
    explanation: """
      The key "maxAge" of "cache" in apus.json sets after how many seconds data is requested again. Its members are object
      types, interfaces, unions, single fields such as "Query.charts", and "*" for everything else.
      """,
    example: "{ \"cache\": { \"maxAge\": { \"Albun\": 60 } } }",
    fix:
      "Name types and fields of the schema: `{ \"cache\": { \"maxAge\": { \"Album\": 60, \"Query.charts\": 10 } } }`."
  )

  static let invalidCacheLookup = DiagnosticCode(
    "invalid-cache-lookup",
    title: "A lookup whose arguments are not the key",
    explanation: """
      The key "lookups" of "cache" in apus.json lists the arguments of a field that form the key of its object, in the order of
      the key fields. If the cache contains the object, the field needs no request. Every key field needs an argument of a
      compatible type. For a field that returns a list, one argument is a list of keys.
      """,
    example: "{ \"cache\": { \"lookups\": { \"Query.album\": [\"title\"] } } }",
    fix:
      "Name the arguments that are the key: `{ \"cache\": { \"lookups\": { \"Query.album\": [\"id\"], \"Query.albums\": [\"ids\"] } } }`."
  )

  static let invalidCacheMerge = DiagnosticCode(
    "invalid-cache-merge",
    title: "A merge rule for a field that is never merged",
    explanation: """
      The key "merge" of "cache" in apus.json names fields of objects without keys, or lists of them. By default, the cache merges
      the selections of two operations on such objects; with "replace" it keeps only the last response. Objects with a key, and
      values that are not objects, are always replaced.
      """,
    example: "{ \"cache\": { \"merge\": { \"Order.total\": \"replace\" } } }",
    fix:
      "Name a field whose objects have no key: `{ \"cache\": { \"merge\": { \"Order.lines\": \"replace\" } } }`."
  )

  static let noCacheKey = DiagnosticCode(
    "no-cache-key",
    title: "List elements that the cache cannot identify",
    explanation: """
      Objects without a key are stored inside their parent object. Two lists of the same length are merged, the first element with
      the first and so on, so that two operations that select different fields complement each other. If the server changes the
      order in between, fields of two elements are mixed up.
      """,
    example: "query Cart { cart { lines { title } } }\nquery Sums { cart { lines { price } } }",
    fix:
      "Give the type a key in apus.json, `{ \"cache\": { \"keys\": { \"Line\": [\"sku\"] } } }`, or declare that it has none: `\"Line\": []`. Or let each "
      + "response replace the list: `\"merge\": { \"Cart.lines\": \"replace\" }`.",
    isWarning: true)

  static let unidentifiedWrite = DiagnosticCode(
    "unidentified-write",
    title: "A list whose new elements cannot be identified",
    explanation: """
      Types of operations and fragments with `@apus(mutable: true)` can be changed and written to the cache. The keys that the
      compiler adds to a selection are not properties. A new element of a list can therefore only be identified if its key fields
      are selected.
      """,
    example: "fragment Tracks on Album @apus(mutable: true) { tracks { title } }",
    fix: "Select the key: `tracks { id title }`.")

  package static let invalidApusDirective = DiagnosticCode(
    "invalid-apus-directive",
    title: "An `@apus` directive that the compiler cannot apply",
    explanation: """
      `@apus` is never sent; it changes the generated Swift. Its arguments:

      \(ApusArgument.page)
      """,
    example: "{ album { title @apus(name: \"not a name\") } }",
    fix: "Write a valid Swift name: `title @apus(name: \"heading\")`.")

  static let invalidNullability = DiagnosticCode(
    "invalid-nullability",
    title: "A directive about null that contradicts its field or another directive",
    explanation: """
      `@catch(to:)` on a field sets how its errors are handled: NULL, RESULT or THROW. "levels" selects the field itself, 0, or
      the elements of its lists, 1 and up. `@catchByDefault(to:)` does the same for all fields of an operation, a fragment or the
      schema. `@required(action:)` on a field sets the effect of null: NONE, LOG or THROW. These must suit the field,
      and not contradict each other. The same is true of the schema's directives, such as `@semanticNonNull`.
      """,
    example: "{ album { title @required @catch(to: NULL) } }",
    fix: "Remove one of the two: `title @catch(to: NULL)`.")

  static let nullabilityConflict = DiagnosticCode(
    "nullability-conflict",
    title: "Selections of one field that handle null differently",
    explanation: """
      Selections of the same field become one property with one type. If one of them has `@required` or `@catch`, or the
      `@catchByDefault` of its fragment, the others must have the same.
      """,
    example: "{ album { title @required ...Card } }\nfragment Card on Album { title }",
    fix: "Write the directive at each selection, or give one of them an alias.")

  static let requiredWithoutParent = DiagnosticCode(
    "required-without-parent",
    title: "A required field without a nullable parent",
    explanation: """
      With `@required(action: NONE)`, a null makes the nearest nullable parent nil. Here no parent is nullable, up to the
      operation's data.
      """,
    example: "{ albums @required(action: NONE) { title } }",
    fix: "Write `@required` without an action, so that a null throws.")

  static let needlessRequired = DiagnosticCode(
    "needless-required",
    title: "A required field that is never null",
    explanation: "The schema declares the field with `!`, so it is not optional in Swift anyway.",
    example: "{ album { id @required } }  # id: ID!",
    fix: "Remove the directive.",
    isWarning: true)

  static let mixedFieldTypes = DiagnosticCode(
    "mixed-field-types",
    title: "Selections of one field with different Swift types",
    explanation: """
      "fields" or "identifiers" in apus.json set the Swift type of a field of one type, and the same field of an interface or of
      another type has a different Swift type. If selections of both merge in one property, it has the common type: the
      interface's identifier for an object and its interface, otherwise the scalar's type. If only the cases of an enum differ,
      the cases keep their types, and the enum itself does not have the property.
      """,
    example: "{ node(id: \"1\") { id ... on Album { id } } }  # Node.id is a NodeID, Album.id an AlbumID",
    fix: "Give one of the selections an alias, or give both fields the same type under \"fields\".",
    isWarning: true)

  package static let fragmentUsesMeet = DiagnosticCode(
    "fragment-uses-meet",
    title: "One object with two uses of a fragment",
    explanation: """
      A fragment's variable is used in `@include` or `@skip`, so each value of it gives the fragment's type different fields. An
      object belongs to one use of the fragment and spreads the fragment again with another value. Its type cannot have both.
      """,
    example: """
      { album { ...Card(all: true) original { ...Card(all: false) } } }
      fragment Card($all: Boolean!) on Album { original { title @include(if: $all) } }
      """,
    fix: "Give one of the two fields an alias: `first: original { ...Card(all: false) }`.")
}
