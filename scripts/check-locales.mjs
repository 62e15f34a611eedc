import { readArguments } from './lib/arguments.mjs';
import { listForbiddenWords } from './lib/check/glossary-words.mjs';
import { forms, languages, readNamespaces } from './lib/check/locale-files.mjs';
import { conclude, isTest, listFiles, literals, parse, walk } from './lib/check/sources.mjs';
import { listNamelessToasts } from './lib/check/toast-texts.mjs';

readArguments('pnpm check:locales');

// checks that every text exists in ar, en and de, that every used key exists, that no text is hard-coded, that things
// have the names of the glossary, and that a toast names its thing

const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'];
const letters = /\p{L}/u;
const placeholder = /\{\{\s*([\w.]+)[^}]*\}\}/g;

const namespaces = readNamespaces();
const keysOf = new Map();
const found = [];

function placeholdersOf(all) {
  const names = all.flatMap(([, text]) => [...String(text).matchAll(placeholder)].map((match) => match[1]));
  return [...new Set(names)].sort().join(', ');
}

function compare(namespace) {
  const perLanguage = languages.map((language) => [language, namespace.texts[language] ?? new Map()]);
  const all = perLanguage.map(([language, texts]) => [language, forms(texts)]);
  const keys = new Set(all.flatMap(([, byKey]) => [...byKey.keys()]));
  for (const key of keys) {
    // what other namespaces show of a noun is in the noun's file (apps/web/gather-texts.ts)
    const [, place, shown] = /^elsewhere\.([\w-]+):(.+)$/.exec(key) ?? [undefined, namespace.name, key];
    keysOf.set(place, (keysOf.get(place) ?? new Set()).add(shown));
  }
  for (const [language, byKey] of all) {
    const file = namespace.file(language);
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of keys) {
      const here = byKey.get(key);
      if (!here) {
        found.push(`${file}: ${key} is missing`);
        continue;
      }
      for (const [, text] of here) {
        if (typeof text !== 'string' || text.trim() === '') found.push(`${file}: ${key} has no text`);
      }
      if (here.some(([ending]) => ending !== '')) {
        for (const category of categories) {
          if (!here.some(([ending]) => ending === category))
            found.push(`${file}: ${key}_${category} is missing`);
        }
      }
    }
  }
  for (const key of keys) {
    const said = all.filter(([, byKey]) => byKey.has(key)).map(([, byKey]) => placeholdersOf(byKey.get(key)));
    if (new Set(said).size > 1) {
      found.push(
        `${namespace.file('*')}: ${key} has different placeholders (${said.map((s) => s || 'none').join(' | ')})`,
      );
    }
  }
}

for (const namespace of namespaces) compare(namespace);
found.push(...listForbiddenWords(namespaces));

/** Returns the English texts of a key, or of all keys of a pattern, each with its namespace and key. */
function textsOf(inNamespaces, key) {
  return namespaces
    .filter(({ name, texts }) => inNamespaces.includes(name) && texts.en)
    .flatMap(({ name, texts }) =>
      [...forms(texts.en)]
        .filter(([each]) => (typeof key === 'string' ? each === key : key.test(each)))
        .flatMap(([each, ways]) => ways.map(([, text]) => [`${name}:${each}`, text])),
    );
}

/** Returns whether a key, or a pattern of keys from a template, exists in one of the namespaces. */
function exists(key, inNamespaces) {
  return inNamespaces.some((name) => {
    const keys = keysOf.get(name);
    if (!keys) return false;
    if (typeof key === 'string') return keys.has(key);
    return [...keys].some((each) => key.test(each));
  });
}

/** Returns the keys in the first argument of t(), as texts, or as patterns for templates with expressions. */
function askedFor(node) {
  if (node?.type === 'TemplateLiteral' && node.expressions.length > 0) {
    const parts = node.quasis.map((quasi) => quasi.value.cooked ?? '');
    const [, namespace] = /^([a-z][\w-]*):/.exec(parts[0]) ?? [];
    if (namespace) parts[0] = parts[0].slice(namespace.length + 1);
    const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+');
    return [{ namespace, key: new RegExp(`^${pattern}$`), shown: `${parts.join('…')}` }];
  }
  if (node?.type === 'ConditionalExpression')
    return [...askedFor(node.consequent), ...askedFor(node.alternate)];
  return literals(node).map((text) => {
    const [, namespace, key] = /^([a-z][\w-]*):(.+)$/s.exec(text) ?? [undefined, undefined, text];
    return { namespace, key, shown: text };
  });
}

function namespacesOf(program) {
  const names = [];
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.name !== 'useTranslation') return;
    const [argument] = node.arguments;
    const listed = argument?.type === 'ArrayExpression' ? argument.elements : [argument];
    names.push(...listed.flatMap(literals));
  });
  return names.length > 0 ? [...new Set(names)] : [...keysOf.keys()];
}

function checkKeys({ file, program, line }) {
  const own = namespacesOf(program);
  walk(program, (node) => {
    if (node.type === 'CallExpression' && (node.callee.name ?? node.callee.property?.name) === 't') {
      for (const { namespace, key, shown } of askedFor(node.arguments[0])) {
        if (!exists(key, namespace ? [namespace] : own)) {
          found.push(`${file}:${line(node.start)}: no text has the key ${shown}`);
        }
      }
    } else if (node.type === 'Literal' && typeof node.value === 'string') {
      // field definitions also contain keys: label: 'fields:email'
      const [, namespace, key] = /^([a-z][\w-]*):([a-z]\w*(?:\.\w+)*)$/.exec(node.value) ?? [];
      if (namespace && keysOf.has(namespace) && !exists(key, [namespace])) {
        found.push(`${file}:${line(node.start)}: no text has the key ${node.value}`);
      }
    }
  });
}

/** Checks that a field definition without a label has the contract's label for its field. */
function checkFacts({ file, program, line }) {
  const said = ({ properties }, name) =>
    properties.find(({ key }) => (key?.name ?? key?.value) === name)?.value;
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.name !== 'facts') return;
    for (const { key, value } of node.arguments[0]?.properties ?? []) {
      if (value?.type !== 'ObjectExpression' || said(value, 'label')) continue;
      const name = String(said(value, 'name')?.value ?? key.name ?? key.value).replace(/_base64$/, '');
      if (!exists(name, ['fields']))
        found.push(`${file}:${line(value.start)}: no text has the key fields:${name}`);
    }
  });
}

function checkWords({ file, program, line }) {
  const report = (node, text) =>
    found.push(
      `${file}:${line(node.start)}: text in the code: ${text.trim().replace(/\s+/g, ' ').slice(0, 60)}`,
    );
  walk(program, (node, parents) => {
    if (node.type === 'JSXText' && letters.test(node.value)) report(node, node.value);
    if (node.type === 'JSXExpressionContainer' && parents.at(-1)?.type !== 'JSXAttribute') {
      for (const text of literals(node.expression)) if (letters.test(text)) report(node, text);
    }
    if (node.type === 'JSXAttribute' && spoken.includes(node.name.name)) {
      const value = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value;
      for (const text of literals(value)) if (letters.test(text)) report(node, text);
    }
  });
}

for (const file of listFiles(['apps/web/src'], ['.ts', '.tsx'])) {
  if (isTest(file)) continue;
  const source = parse(file);
  checkKeys(source);
  checkFacts(source);
  found.push(...listNamelessToasts(source, { askedFor, own: namespacesOf(source.program), textsOf }));
  if (file.endsWith('.tsx')) checkWords(source);
}

conclude(found);
