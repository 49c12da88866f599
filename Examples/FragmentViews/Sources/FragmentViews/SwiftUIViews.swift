#if canImport(SwiftUI)
  import ApusClient
  import ApusSwiftUI
  import SwiftUI

  /// The first screen. It uses the client in its environment: `BedsScreen().graphQLClient(client)`.
  struct BedsScreen: View {
    @GraphQLFetch(BedsQuery()) private var beds

    var body: some View {
      List {
        switch beds {
        case .loading: ProgressView()
        case .failed(let error, _): Text(error.localizedDescription)
        case .loaded(let data):
          ForEach(data.beds, id: \.name) { bed in
            Text(bed.name).font(.headline)
            ForEach(bed.plants, id: \.id) { PlantRow(plant: $0) }
          }
        }
      }
      .refreshable { await $beds.reload() }
    }
  }

  /// The second screen, with other fields and the same rows.
  struct ChoresScreen: View {
    @GraphQLFetch<ChoresQuery> private var chores: GraphQLState<ChoresQuery.Data>

    init(limit: Int) { _chores = GraphQLFetch(ChoresQuery(limit: limit)) }

    var body: some View {
      List {
        switch chores {
        case .loading: ProgressView()
        case .failed(let error, _): Text(error.localizedDescription)
        case .loaded(let data):
          ForEach(data.chores, id: \.task) { chore in
            Text(chore.task).font(.headline)
            PlantRow(plant: chore.plant)
          }
        }
      }
      .refreshable { await $chores.reload() }
    }
  }

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
