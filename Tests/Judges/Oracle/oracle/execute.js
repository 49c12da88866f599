// execute.js GRAPHQL_JS FILE: executes operations by graphql-js and prints a line of JSON for each.
// The first line of FILE has schemas by name, each further one an operation with the values that its resolvers give.
const fs = require('fs');
const [folder, file] = process.argv.slice(2);
const { buildSchema, executeSync, parse } = require(folder);

const [schemaTexts, ...operations] = fs.readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
const schemas = Object.fromEntries(
  Object.entries(schemaTexts).map(([name, text]) => [name, buildSchema(text, { assumeValid: true })]));

for (const { schema, text, variables, source } of operations) {
  const result = executeSync({
    schema: schemas[schema],
    document: parse(text),
    rootValue: source,
    variableValues: variables,
    fieldResolver: (object, _arguments, _context, info) => object[info.path.key],
    typeResolver: (object) => object[' type'],
  });
  console.log(JSON.stringify(result));
}
