/// What answers each kind of question. To add a kind: a file with its function, a line here.
let kinds: [String: @Sendable (Question) -> Answer] = [
  "lex": lex,
  "parse": parse,
  "parse_value": { parseValue($0, isConstant: false) },
  "parse_const_value": { parseValue($0, isConstant: true) },
  "parse_type": parseType,
  "parse_coordinate": parseCoordinate,
  "strip": strip,
  "separate": separate,
  "validate_sdl": validateSDL,
  "schema": schema,
  "coordinate": coordinate,
  "client": client,
  "extend": schema,
  "validate": validate,
]
