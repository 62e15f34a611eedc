import { readFileSync } from 'node:fs';
import { readArguments } from './lib/arguments.mjs';
import { conclude, isTest, listFiles, parse, walk } from './lib/check/sources.mjs';
import { repoPath } from './lib/paths.mjs';

readArguments('pnpm check:classes');

// the layout uses start and end, never left and right, so that Arabic pages mirror by themselves

const size = '(?:-|\\d|auto|full|px|\\[|\\()';
const physical = [
  new RegExp(`^(?:scroll-)?(?:ml|mr|pl|pr)-${size}`),
  new RegExp(`^(?:left|right)-${size}`),
  /^text-(?:left|right)$/,
  /^rounded-(?:l|r|tl|tr|bl|br)(?:-|$)/,
  /^border-(?:l|r)(?:-|$)/,
  /^(?:float|clear)-(?:left|right)$/,
];
const physicalProperty =
  /^(?:margin|padding|border|scrollMargin|scrollPadding)(?:Left|Right)|^border(?:Top|Bottom)(?:Left|Right)Radius$/;
const physicalCss = [
  /(?:^|[;{\s])((?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*)\s*:/g,
  /(?:^|[;{\s])(left|right)\s*:/g,
  /(?:^|[;{\s])(border-(?:top|bottom)-(?:left|right)-radius)\s*:/g,
  /(?:^|[;{\s])((?:text-align|float|clear)\s*:\s*(?:left|right))/g,
];
const found = [];

/**
 * Returns whether a rule is about one physical side, such as the arrow of a popover on its left: its selector must then
 * name that side.
 */
function isOfOneSide(css, offset) {
  const selector = css.slice(0, css.lastIndexOf('{', offset)).split(/[{}]/).at(-1) ?? '';
  return /left|right/.test(selector);
}

/** Removes the variants (md:, hover:) and marks (!, -) of a class. */
function bare(token) {
  return token.replace(/^(?:[^\s:[\]()]+(?:\[[^\]]*\]|\([^)]*\))?:|\[[^\]]*\]:)+/, '').replace(/^[!-]+/, '');
}

function checkTokens(text, where) {
  for (const token of text.split(/\s+/)) {
    if (physical.some((pattern) => pattern.test(bare(token))))
      found.push(`${where}: ${token} is not logical`);
  }
}

for (const file of listFiles(['apps/web/src'], ['.ts', '.tsx'])) {
  if (isTest(file)) continue;
  const { program, line } = parse(file);
  walk(program, (node, parents) => {
    if (node.type === 'Literal' && typeof node.value === 'string')
      checkTokens(node.value, `${file}:${line(node.start)}`);
    if (node.type === 'TemplateElement') checkTokens(node.value.cooked ?? '', `${file}:${line(node.start)}`);
    if (node.type === 'Property' && physicalProperty.test(node.key.name ?? '')) {
      const inStyle = parents.some(
        (parent) => parent.type === 'JSXAttribute' && parent.name.name === 'style',
      );
      if (inStyle) found.push(`${file}:${line(node.start)}: ${node.key.name} is not logical`);
    }
  });
}

for (const file of listFiles(['apps/web/src', 'apps/web/public'], ['.css'])) {
  const text = readFileSync(repoPath(file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );
  for (const pattern of physicalCss) {
    for (const match of text.matchAll(pattern)) {
      if (isOfOneSide(text, match.index)) continue;
      found.push(`${file}:${text.slice(0, match.index + 1).split('\n').length}: ${match[1]} is not logical`);
    }
  }
  for (const match of text.matchAll(/@apply\s+([^;]+);/g)) checkTokens(match[1], file);
}

conclude(found);
