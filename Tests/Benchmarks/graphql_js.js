// graphql-js (Debian's node-graphql) on the same files: graphql_js.js SCHEMA ROUNDS DOCUMENT…
// One line of JSON: for each step the CPU milliseconds of each round. Its runs are warm from the second round on.
const fs = require('fs');
const graphql = require(process.env.GRAPHQL_JS || '/usr/share/nodejs/graphql');

const [schemaPath, rounds, ...documentPaths] = process.argv.slice(2);
const schemaText = fs.readFileSync(schemaPath, 'utf8');
const documentTexts = documentPaths.map((path) => fs.readFileSync(path, 'utf8'));
const steps = {};

function measure(step, body) {
  const start = process.cpuUsage();
  const result = body();
  const used = process.cpuUsage(start);
  (steps[step] ??= []).push((used.user + used.system) / 1000);
  return result;
}

function lex(text) {
  const lexer = new graphql.Lexer(new graphql.Source(text));
  while (lexer.advance().kind !== '<EOF>');
}

for (let round = 0; round < Number(rounds); round++) {
  measure('lex schema', () => lex(schemaText));
  measure('parse schema', () => graphql.parse(schemaText));
  const schema = measure('parse, check and build schema', () => {
    const built = graphql.buildSchema(schemaText);
    graphql.validateSchema(built);
    return built;
  });
  measure('lex operations', () => documentTexts.forEach(lex));
  const documents = measure('parse operations', () => documentTexts.map((text) => graphql.parse(text)));
  // All documents of a target are one: fragments are shared.
  const all = graphql.concatAST(documents);
  measure('validate', () => graphql.validate(schema, all, graphql.specifiedRules, { maxErrors: 1000 }));
}
console.log(JSON.stringify({ steps, mib: process.resourceUsage().maxRSS / 1024 }));
