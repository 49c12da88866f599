/// Whether `left` sorts before `right` if runs of digits compare as numbers: `item2` before `item10`.
package func isBeforeInNaturalOrder(_ left: String, _ right: String) -> Bool {
  var left = Substring(left).utf8
  var right = Substring(right).utf8
  var isNumber = false
  while !left.isEmpty, !right.isEmpty {
    let leftRun = left.prefix { isDigit($0) == isNumber }
    let rightRun = right.prefix { isDigit($0) == isNumber }
    if !leftRun.elementsEqual(rightRun) {
      return isNumber ? isBefore(number: leftRun, rightRun) : leftRun.lexicographicallyPrecedes(rightRun)
    }
    left.removeFirst(leftRun.count)
    right.removeFirst(rightRun.count)
    isNumber.toggle()
  }
  return left.isEmpty && !right.isEmpty
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Compares digits of any length. If the numbers are equal, the one with more leading zeros comes first.
private func isBefore(number left: Substring.UTF8View, _ right: Substring.UTF8View) -> Bool {
  let leftDigits = left.drop { $0 == 0x30 }
  let rightDigits = right.drop { $0 == 0x30 }
  if leftDigits.count != rightDigits.count { return leftDigits.count < rightDigits.count }
  if leftDigits.elementsEqual(rightDigits) { return left.count > right.count }
  return leftDigits.lexicographicallyPrecedes(rightDigits)
}
