#if canImport(SwiftUI)
  import SwiftUI

  /// A row about a plant, for lists of any screen.
  struct PlantRow<Plant: PlantCardFragment>: View {
    var plant: Plant

    var body: some View {
      HStack {
        VStack(alignment: .leading) {
          Text(plant.name)
          Text(plant.height.map { "\($0) cm" } ?? "not up yet").font(.caption)
        }
        Spacer()
        switch plant.plantCardCase {
        case .flower(let flower): Text(flower.color)
        case .vegetable(let vegetable): Text("\(vegetable.daysToHarvest) d")
        case .other: EmptyView()
        }
      }
    }
  }
#endif
