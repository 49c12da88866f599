import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Every fragment is used by an operation, directly or through other fragments.
///
/// https://spec.graphql.org/September2025/#sec-Fragments-Must-Be-Used
extension ValidationContext {
  func checkFragmentsMustBeUsed() {
    if tree.unparsed.isUnknown { return }
    let used = UnsafeMutablePointer<Bool>.allocate(capacity: index.definitionCount)
    used.initialize(repeating: false, count: index.definitionCount)
    defer { used.deallocate() }
    var reached: [DefinitionID] = []
    for number in 1..<index.definitionCount where nodes[index.definitions[number].node].kind == .operation {
      reached.append(DefinitionID(number))
    }
    // Spreads in unparsed text may belong to an operation.
    for name in tree.unparsed.spreads {
      let fragment = index.fragment(named: name)
      if fragment == 0 || used[Int(fragment)] { continue }
      used[Int(fragment)] = true
      reached.append(fragment)
    }
    while let number = reached.popLast() {
      let definition = index.definitions[Int(number)]
      for spread in definition.firstSpread..<definition.spreadEnd {
        let fragment = resolved[Int(index.spreads[spread])]
        if fragment == 0 || used[Int(fragment)] { continue }
        used[Int(fragment)] = true
        reached.append(fragment)
      }
    }
    for number in 1..<index.definitionCount {
      let node = index.definitions[number].node
      if nodes[node].kind != .fragmentDefinition || used[Int(index.fragment(named: nodes[node].name))] {
        continue
      }
      report(
        .unusedFragment, "Fragment \"\(name(node))\" is never used.", at: [tree.nameRange(of: node)],
        severity: options.unusedFragmentSeverity)
    }
  }
}

extension DiagnosticCode {
  package static let unusedFragment = DiagnosticCode(
    "unused-fragment",
    title: "A fragment that no operation uses",
    explanation: """
      No operation of the target spreads the fragment, not even through other fragments. The specification calls that an
      error; Apus warns only, since fragments that several targets share are normal.
      """,
    example: "query Albums { albums { title } }\nfragment AlbumCard on Album { title }",
    fix: "Spread it, remove it, or silence the warning in the configuration.", isWarning: true,
    isOneCause: true)
}
