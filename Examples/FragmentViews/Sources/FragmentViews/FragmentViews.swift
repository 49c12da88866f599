import Apus

/// Draws two screens of a garden app, each from the response to its own operation.
@main
struct FragmentViews {
  static func main() throws {
    let beds = try BedsQuery.Data(json: Recorded.beds)
    for bed in beds.beds {
      print(bed.name)
      for plant in bed.plants { print("  " + PlantCard(plant: plant).text) }
    }
    print("\nTo do")
    let chores = try ChoresQuery.Data(json: Recorded.chores)
    for chore in chores.chores { print("  \(chore.task): \(PlantCard(plant: chore.plant).text)") }

    // A protocol alone could not do this: one list of plants from both screens.
    let planted = beds.beds.flatMap(\.plants).map { PlantCardData($0) }
    let all = planted + chores.chores.map { PlantCardData($0.plant) }
    print("\n\(Set(all).count) plants, \(all.count) times mentioned")
  }
}

/// Responses of a server.
enum Recorded {
  static let beds = """
    {"beds":[
      {"name":"By the gate","plants":[
        {"__typename":"Flower","id":"f1","name":"Foxglove","height":110,"gardener":{"name":"Ada"},"color":"purple"},
        {"__typename":"Vegetable","id":"v1","name":"Kale","height":45,"gardener":null,"daysToHarvest":0}]},
      {"name":"South wall","plants":[
        {"__typename":"Vine","id":"x1","name":"Hop","height":null,"gardener":{"name":"Bo"}}]}]}
    """
  static let chores = """
    {"chores":[
      {"task":"Pick","plant":{"__typename":"Vegetable","name":"Kale","height":45,"gardener":null,"daysToHarvest":0}},
      {"task":"Tie up","plant":{"__typename":"Flower","name":"Foxglove","height":110,
        "gardener":{"name":"Ada","id":"g1"},"color":"purple"}}]}
    """
}
