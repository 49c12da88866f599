struct BandLine {
  let band: MusicAPI.SearchQuery.Data.Search.AsBand

  var text: String { "\(band.name) with \(band.members.map(name).joined(separator: " and "))" }

  private func name(_ member: MusicAPI.SearchQuery.Data.Search.AsBand.Member) -> String { member.name }
}
