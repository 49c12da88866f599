import Foundation
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct RecordTimesTests {
  @Test func `the age of a read is that of its oldest field`() {
    var age = ReadAge()
    #expect(!age.isStale(100, nil) && !age.isStale(100, 0) && !age.isInvalid)
    #expect(age.seconds(100) == 0 && age.secondsLeft(100, 5) == nil)
    age.note(50, CacheTime.noLimit)
    #expect(age.secondsLeft(60, nil) == nil)
    #expect(!age.isStale(CacheTime.longest, nil))
    age.note(40, 20)
    age.note(45, 30)
    #expect(age.oldest == 40 && age.expiry == 60)
    #expect(age.seconds(100) == 60 && age.seconds(40) == 0 && age.seconds(39) == 0)
    #expect(!age.isStale(60, nil) && age.isStale(61, nil))
    #expect(age.secondsLeft(55, nil) == 5 && age.secondsLeft(60, nil) == 0 && age.secondsLeft(70, nil) == 0)
    // A limit of the call's own counts alone, and from the oldest field.
    #expect(!age.isStale(45, 5) && age.isStale(46, 5) && !age.isStale(1000, UInt32.max))
    #expect(age.secondsLeft(42, 5) == 3 && age.secondsLeft(46, 5) == 0)
    #expect(age.secondsLeft(40, UInt32.max) == CacheTime.longest)
    age.note(CacheTime.never, CacheTime.noLimit)
    #expect(age.isInvalid && age.isStale(0, 1000) && age.secondsLeft(1, 1000) == nil)
  }

  @Test func `times are whole seconds since 2020 in 31 bits`() {
    func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_577_836_800 + seconds) }
    #expect([-5, 0, 0.9, 1, 1.9, 2].map { CacheTime.seconds(date($0)) } == [1, 1, 1, 1, 1, 2])
    #expect(CacheTime.seconds(date(1e12)) == CacheTime.longest)
    #expect(
      [.seconds(-1), .zero, .milliseconds(999), .seconds(1), .seconds(Int64(1) << 40)].map {
        CacheTime.seconds($0 as Duration)
      } == [0, 0, 0, 1, CacheTime.longest])
  }

  @Test func `a record has one time until one of its fields has another`() {
    let times = RecordTimes()
    #expect(times.oldest(7) == CacheTime.never && times.lastUse(7) == CacheTime.never)
    times.stamp(7, 10)
    #expect(!times.isMixed(7) && times.time(7, 1) == 10 && times.lastUse(7) == 10)
    times.stamp(7, 1, 10)
    #expect(!times.isMixed(7))
    times.stamp(7, 1, 20)
    times.stamp(7, 2, 15)
    #expect(times.isMixed(7) && times.oldest(7) == 10)
    #expect([1, 2, 3].map { times.time(7, $0) } == [20, 15, 10])
    #expect(times.lastUse(7) == 20)
    times.stamp(7, 1, 25)
    #expect(times.time(7, 1) == 25 && times.lastUse(7) == 25)
    times.use(7, 30)
    #expect(times.lastUse(7) == 30)
    // A field that was mixed and becomes as old as the rest is still known.
    times.stamp(7, 2, 10)
    #expect(times.time(7, 2) == 10)
    times.stamp(7, 40)
    #expect(!times.isMixed(7) && times.time(7, 1) == 40 && times.lastUse(7) == 40)
  }

  @Test func `an invalid field leaves the times of the others`() {
    let times = RecordTimes()
    times.stamp(3, 10)
    times.stamp(3, 1, 20)
    times.invalidate(3, keeping: times.times(of: 3, [1, 2, 5], without: [2]))
    #expect([1, 2, 5].map { times.time(3, $0) } == [20, CacheTime.never, 10])
    #expect(times.oldest(3) == CacheTime.never && times.lastUse(3) == 20)
    times.stamp(3, 2, 30)
    #expect(times.time(3, 2) == 30)
    times.invalidate(3, keeping: [])
    #expect([1, 2, 5].map { times.time(3, $0) } == [0, 0, 0] && !times.isMixed(3))
    times.stamp(4, 10)
    times.invalidate(4, keeping: times.times(of: 4, [1], without: [1]))
    #expect(times.time(4, 1) == CacheTime.never && !times.isMixed(4))
  }

  @Test func `times grow with the records and are kept`() {
    let times = RecordTimes()
    times.stamp(1023, 5)
    times.use(0, 7)
    times.reserve(1023)
    times.reserve(1024)
    #expect(times.oldest(1024) == CacheTime.never && times.oldest(1023) == 5 && times.lastUse(0) == 7)
    times.stamp(2047, 6)
    times.reserve(10_000)
    times.stamp(10_000, 8)
    #expect(times.oldest(10_000) == 8 && times.oldest(2047) == 6 && times.oldest(1023) == 5)
  }

  @Test func `stored times are restored, without fields that are unknown`() throws {
    let times = RecordTimes()
    times.stamp(1, 10)
    times.stamp(1, 4, 20)
    times.stamp(1, 5, 30)
    times.use(1, 25)
    #expect(times.stored(1).lastUse == 30)
    var row = StoredRowWriter()
    // Field 5 has no number in the storage.
    times.stored(1).write(to: &row) { $0 == 4 ? 40 : nil }
    let bytes = row.finish(.ages, 1)
    func read(_ bytes: [UInt8], _ field: @escaping (UInt32) -> UInt32?) -> StoredAge? {
      bytes.withUnsafeBytes { buffer in
        guard var row = StoredRow(buffer, .ages, 1) else { return nil }
        return StoredAge(&row, field)
      }
    }
    let age = try #require(read(bytes) { $0 == 40 ? 4 : nil })
    let restored = RecordTimes()
    restored.use(1, 24)
    restored.restore(1, age)
    #expect([4, 5].map { restored.time(1, $0) } == [20, 10])
    #expect(restored.stored(1).used == 25)
    restored.use(1, 90)
    restored.restore(1, try #require(read(bytes) { _ in nil }))
    #expect(restored.time(1, 4) == 10 && !restored.isMixed(1) && restored.lastUse(1) == 90)
    for count in 8..<bytes.count {
      var cut = Array(bytes[..<count])
      StoredSum.fix(&cut, .ages, 1)
      #expect(read(cut) { $0 } == nil)
    }
    // Times of 32 bits would be taken for marks.
    var forged = StoredRowWriter()
    for number: UInt32 in [.max, .max, 1, 40, .max] { forged.add(number) }
    let bound = try #require(read(forged.finish(.ages, 1)) { $0 })
    #expect(bound.time == CacheTime.longest && bound.used == CacheTime.longest)
    #expect(bound.newer.map(\.time) == [CacheTime.longest])
  }
}
