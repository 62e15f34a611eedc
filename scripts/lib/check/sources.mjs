import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';
import { repoPath, root } from '../paths.mjs';

const skipped = new Set([
  '.git',
  '.dukkan',
  'node_modules',
  'dist',
  'generated',
  'coverage',
  '.turbo',
  'test-results',
]);

/** Returns all files under a path (or the file itself) in a stable order; empty when it does not exist. */
function filesUnder(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => !skipped.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
    );
}

/** Returns all files under the given folders whose names have one of the given endings. */
export function listFiles(folders, endings) {
  return folders
    .flatMap((folder) => filesUnder(repoPath(folder)))
    .map((file) => relative(root, file))
    .filter((file) => endings.some((ending) => file.endsWith(ending)));
}

export function isTest(file) {
  return /\.test\.tsx?$|test-setup\.ts$|^apps\/(api\/test|web\/e2e)\//.test(file);
}

/** Parses a file: its text, syntax tree and comments, and a function that returns the line of an offset. */
export function parse(file) {
  const text = readFileSync(repoPath(file), 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return { file, text, program, comments, line: (offset) => text.slice(0, offset).split('\n').length };
}

/** Visits every node with its parents, the nearest last. */
export function walk(node, visit, parents = []) {
  visit(node, parents);
  const chain = [...parents, node];
  for (const key of visitorKeys[node.type] ?? []) {
    const child = node[key];
    for (const each of Array.isArray(child) ? child : [child]) if (each) walk(each, visit, chain);
  }
}

/** Returns the literal texts that an expression can have, through conditions, templates and defaults. */
export function literals(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return node.quasis.map((quasi) => quasi.value.cooked ?? '');
    case 'ConditionalExpression':
      return [...literals(node.consequent), ...literals(node.alternate)];
    case 'LogicalExpression':
      return [...literals(node.left), ...literals(node.right)];
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return literals(node.expression);
    default:
      return [];
  }
}

/** Prints the findings and sets the exit code. */
export function conclude(found) {
  for (const line of found) console.log(line);
  if (found.length > 0) process.exitCode = 1;
}
