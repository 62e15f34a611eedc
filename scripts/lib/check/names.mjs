import { walk } from './sources.mjs';

/** Returns the names that a pattern binds: an identifier, or those of a destructuring. */
function boundBy(node) {
  switch (node?.type) {
    case 'Identifier':
      return [node.name];
    case 'ObjectPattern':
      return node.properties.flatMap(({ value, argument }) => boundBy(value ?? argument));
    case 'ArrayPattern':
      return node.elements.flatMap(boundBy);
    case 'AssignmentPattern':
      return boundBy(node.left);
    case 'RestElement':
      return boundBy(node.argument);
    default:
      return [];
  }
}

/** Returns the top-level functions, constants, types and classes of a program, each with whether it is exported. */
export const listTopLevelNames = (program) =>
  program.body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const node = isExported ? statement.declaration : statement;
    const bound = node?.declarations?.flatMap(({ id }) => boundBy(id)) ?? boundBy(node?.id);
    return bound.map((name) => ({ name, isExported }));
  });

/** Returns the names of the variables and parameters of a program. */
export function listVariables(program) {
  const names = [];
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator') names.push(...boundBy(node.id));
    if (Array.isArray(node.params) && node.body) names.push(...node.params.flatMap(boundBy));
  });
  return names;
}

/** Returns the names that several of these files export, each with its files. */
export function listRepeatedExports(programs) {
  const exported = programs.flatMap(({ file, program }) =>
    listTopLevelNames(program)
      .filter(({ isExported }) => isExported)
      .map(({ name }) => ({ name, file })),
  );
  return [...Map.groupBy(exported, ({ name }) => name)]
    .map(([name, places]) => ({ name, files: [...new Set(places.map(({ file }) => file))] }))
    .filter(({ files }) => files.length > 1);
}

/** Matches a test title whose first word needs a subject from elsewhere, behind the ids of promises. */
const TITLE_WITHOUT_SUBJECT =
  /^[ \t]*(?:it|test|\]|\))[^\n'"`]*\(\s*(['"`])(?:[A-Z]\d{1,2} )*((?:is|are|has|have|may|can|cannot|must|says|tells|shows|keeps|takes|asks|finds|names the|leaves|gives|refuses|answers|goes|comes|stays|opens|adds) .*?)\1/gm;

/** Returns the test titles of a source text that do not make sense alone, because they continue their describe block. */
export const listTitlesWithoutSubject = (text) =>
  [...text.matchAll(TITLE_WITHOUT_SUBJECT)].map(([, , title]) => title);
