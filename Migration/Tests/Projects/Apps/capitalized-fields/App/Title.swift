func title(_ data: AnimeAPI.MediaQuery.Data?) -> String {
  data?.media?.title ?? "\(data?.page?.media.count ?? 0)"
}
