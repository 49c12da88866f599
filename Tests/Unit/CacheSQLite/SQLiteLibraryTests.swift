import Testing

@testable import ApusCacheSQLite

/// Which SQLite a storage calls.
@Suite(.timeLimit(.minutes(15))) struct SQLiteLibraryTests {
  @Test func `the storage says which SQLite it calls, and in which form`() {
    let library = GraphQLSQLiteStorage.library
    #expect(library?.hasPrefix("SQLite 3.") == true)
    #expect(library?.hasSuffix(SQLiteLibrary.isLinked ? ", linked" : ", loaded") == true)
  }

  @Test func `a missing library is one to install or to link`() {
    let advice = SQLiteLibrary.advice(isLinked: false)
    #expect(advice.contains("apt-get install libsqlite3-0") && advice.contains("LinkedLibraries"))
  }

  @Test func `a linked library that cannot be used is not one to install`() {
    let advice = SQLiteLibrary.advice(isLinked: true)
    #expect(advice.contains("3.22") && advice.contains("links"))
    #expect(!advice.contains("apt-get"))
  }
}
