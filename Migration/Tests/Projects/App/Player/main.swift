import Foundation

let screens: [any Screen] = [
  AlbumScreen(id: "a1"), AlbumListScreen(), JazzScreen(), NextPageScreen(), FilteredScreen(), SearchScreen(),
  BandScreen(), RatingScreen(), CommentScreen(), ShortSearchScreen(), LongSearchScreen(), FailureScreen(),
  RuntimeScreen(),
  CardScreen(), LegendScreen(), LibraryScreen(), CountScreen(), ReportScreen(), LookupScreen(), TitleScreen(),
  RetitleScreen(), WatchScreen(),
]
for screen in screens {
  do {
    print("== \(type(of: screen))")
    try await screen.show()
  } catch {
    print("failed")
  }
}
