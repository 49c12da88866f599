import Apollo

/// What documents generate has a type of this name, too.
struct PetNameData { var name: String }

func make(_ name: PetName) -> PetNameData { PetNameData(name: name.name) }

func all(_ filter: String, _ since: Date) -> PetsQuery {
  PetsQuery(filter: .some(JSON(text: filter)), since: .some(since))
}

func names(_ pets: [PetsQuery.Data.Pet]) -> [String] {
  pets.map { $0.fragments.petName.name } + pets.compactMap { $0.fragments.petID?.id }
}

func owners(_ pets: [PetsQuery.Data.Pet]) -> [String] {
  found(pets) { $0.owner?.id } + pets.compactMap { $0.owner?.id }
}

func found<Value, Result>(_ values: [Value], _ find: (Value) -> Result?) -> [Result] {
  values.compactMap(find)
}
