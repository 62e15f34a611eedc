import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { repoPath } from '../paths.mjs';
import { isTest, listFiles } from './sources.mjs';

/** The scripts and configurations, which name files of the repository. */
const GUARDS =
  /^(scripts\/.*\.mjs|\.(github|ci)\/.*|Dockerfile|\.?[\w.-]+\.(json|cjs|ts|ya?ml)|(apps|packages)\/\w+\/[\w.-]+\.(json|ts|mjs))$/;

/** What an install or a build makes, or an operator. */
const MADE = /(^|\/)(node_modules|dist|generated|\.env)(\/|$)/;

const PATH =
  /(?<![\w./@-])(?:apps|packages|prisma|scripts|docs|src|test|e2e)\/(?:[\w./@*{},|?$-]|\((?!\?)|\)|\[(?!\/\^)[^\]\s'"]*\][+*]?)+/g;

/** Writes a pattern of the configurations as one text: regular expressions like globs. */
const toGlob = (text) =>
  text
    .replaceAll('\\/', '/')
    .replaceAll(/\[\.\]|\\\./g, '.')
    .replaceAll(/\w\?/g, '*')
    .replaceAll('.*', '**')
    .replaceAll(/\$\{\w+\}|\$\d|\[(?!\/\^)[^\]\s'"]*\][+*]?|\(\[(?!\/\^)[^\]\s'"]*\][+*]?\)/g, '*');

/** Returns the parts of a text between separators that stand in no brackets. */
function splitOutside(text, separator) {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    depth += '({'.includes(sign) ? 1 : ')}'.includes(sign) ? -1 : 0;
    if (sign === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** Writes out the alternatives in brackets, of globs and of regular expressions. */
function expand(glob) {
  const start = glob.search(/[({]/);
  if (start < 0) return [glob];
  const [open, close] = glob[start] === '(' ? ['(', ')'] : ['{', '}'];
  let end = start;
  for (let depth = 0; end < glob.length; end += 1) {
    depth += glob[end] === open ? 1 : glob[end] === close ? -1 : 0;
    if (depth === 0) break;
  }
  const inside = splitOutside(glob.slice(start + 1, end), open === '(' ? '|' : ',');
  return inside.flatMap((part) => expand(glob.slice(0, start) + part + glob.slice(end + 1)));
}

/** Cuts off what stands after a path: the end of a sentence, of a list, or of a regular expression and its call. */
function cutAfterPath(found) {
  const [path = ''] = found.split(/\/\/|\/\.(?=test|exec)/);
  let depth = 0;
  for (const [at, sign] of [...path].entries()) {
    depth += '({'.includes(sign) ? 1 : ')}'.includes(sign) ? -1 : 0;
    if (depth < 0 || (depth === 0 && ',|$'.includes(sign))) return path.slice(0, at);
  }
  return path.replace(/[./-]+$/, '');
}

/** A pattern of the names that a path stands for: a file's whole, a folder's, or the beginning of either. */
function toPattern(path) {
  const text = path
    .replaceAll(/[.@-]/g, '\\$&')
    .replaceAll(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(?:.*/)?', '**': '.*' })[stars] ?? '[^/]*');
  return new RegExp(
    /\.(m?[jt]sx?|cjs|json|md|css|sql|prisma|toml|ya?ml)$/.test(path) ? `^${text}$` : `^${text}`,
  );
}

/**
 * Finds the paths in a text that no file has. Paths below `src`, `test` and `e2e` are those of a package.
 * @param {string} text
 * @param {readonly string[]} files all files of the repository
 * @returns {{ line: number, path: string }[]}
 */
export function findMissingPaths(text, files) {
  const glob = toGlob(text);
  const inPackages = files.map((file) => file.replace(/^(apps|packages)\/\w+\//, ''));
  return [...glob.matchAll(PATH)].flatMap(({ 0: found, index }) => {
    const line = glob.slice(0, index).split('\n').length;
    if (glob.split('\n')[line - 1]?.startsWith('import ')) return [];
    const path = cutAfterPath(found);
    const names = /^(src|test|e2e)\//.test(path) ? inPackages : files;
    return expand(path.replaceAll('$', ''))
      .filter((one) => !MADE.test(one) && !names.some((name) => toPattern(one).test(name)))
      .map((one) => ({ line, path: one }));
  });
}

const require = createRequire(import.meta.url);

/** Returns the text in which a guard names files; dependency-cruiser's puts its patterns together when it is loaded. */
const readGuard = (file) =>
  file === '.dependency-cruiser.cjs'
    ? JSON.stringify(require(repoPath(file)))
    : readFileSync(repoPath(file), 'utf8');

/** Lists the paths in scripts and configurations that no file has, as `file:line: path`. */
export function listMissingFiles() {
  const files = listFiles(['.'], ['']);
  return files
    .filter((file) => GUARDS.test(file) && file !== 'pnpm-lock.yaml' && !isTest(file))
    .flatMap((file) =>
      findMissingPaths(readGuard(file), files).map(
        ({ line, path }) => `${file}:${line}: ${path} does not exist`,
      ),
    );
}
