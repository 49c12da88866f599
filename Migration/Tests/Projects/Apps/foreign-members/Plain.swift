/// Sees no module of Apollo's, only values.
func loud(_ form: Form) -> Bool { cards().contains { $0.isLoud } }

func cards() -> [Card] { [] }

func isJazz() -> Bool { favorite.value == .jazz }

func name() -> String {
  switch favorite.value {
  case .jazz: return "Jazz"
  default: return "other"
  }
}
