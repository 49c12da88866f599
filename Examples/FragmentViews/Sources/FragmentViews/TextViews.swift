import Apus

/// A gardener's name, from every type that has one.
struct GardenerBadge<Gardener: GardenerBadgeFragment> {
  // Generic types have no stored static properties, but a computed one may consist of the literal.
  static var fragment: GraphQLSource {
    """
    fragment GardenerBadge on Gardener {
      name
    }
    """
  }

  var gardener: Gardener?

  var text: String { gardener.map { "(\($0.name))" } ?? "(nobody)" }
}

/// A line about a plant. The view does not know which screen shows it.
struct PlantCard<Plant: PlantCardFragment> {
  static var fragment: GraphQLSource {
    """
    fragment PlantCard on Plant {
      name
      height
      gardener {
        ...GardenerBadge
      }
      ... on Flower {
        color
      }
      ... on Vegetable {
        daysToHarvest
      }
    }
    """
  }

  var plant: Plant

  var text: String {
    let height = plant.height.map { "\($0) cm" } ?? "not up yet"
    return "\(plant.name), \(height)\(detail) \(GardenerBadge(gardener: plant.gardener).text)"
  }

  private var detail: String {
    switch plant.plantCardCase {
    case .flower(let flower): ", \(flower.color)"
    case .vegetable(let vegetable) where vegetable.daysToHarvest == 0: ", ripe"
    case .vegetable(let vegetable): ", ripe in \(vegetable.daysToHarvest) days"
    case .other: ""
    }
  }
}
