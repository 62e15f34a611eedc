import { isTest, walk } from './sources.mjs';

export const FUNCTION_LINES_MAX = 120;
export const FILE_LINES_MAX = 400;

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const SUITES = ['describe', 'it', 'test'];

/** Returns the name at the start of a callee: `test` of `test.describe` and of `it.each(…)`. */
function rootOf(callee) {
  let node = callee;
  while (node && node.type !== 'Identifier') node = node.object ?? node.callee ?? node.tag;
  return node?.name;
}

const isSuite = (parent) => parent?.type === 'CallExpression' && SUITES.includes(rootOf(parent.callee));

function nameOf(node, parents) {
  if (node.id) return node.id.name;
  const named = parents.findLast(({ type }) => ['VariableDeclarator', 'Property'].includes(type));
  return named?.id?.name ?? named?.key?.name ?? 'a function';
}

/**
 * Lists the functions of a parsed file that are longer than allowed, each with its first line. Biome has a rule for it
 * that does not count the lines of JSX. Suites and cases of tests may be long, because they are lists.
 */
export function listLongFunctions({ file, text, program, line }) {
  const long = [];
  walk(program, (node, parents) => {
    if (!FUNCTIONS.includes(node.type)) return;
    const lines = text.slice(node.start, node.end).split('\n').length;
    if (lines <= FUNCTION_LINES_MAX || (isTest(file) && isSuite(parents.at(-1)))) return;
    long.push(`${file}:${line(node.start)}: ${nameOf(node, parents)} has ${lines} lines`);
  });
  return long;
}
