import type { Locale } from '@dukkan/commerce';
import arFields from '../texts/ar/fields.json' with { type: 'json' };
import arRules from '../texts/ar/rules.json' with { type: 'json' };
import deFields from '../texts/de/fields.json' with { type: 'json' };
import deRules from '../texts/de/rules.json' with { type: 'json' };
import enFields from '../texts/en/fields.json' with { type: 'json' };
import enRules from '../texts/en/rules.json' with { type: 'json' };
import { RULES, type RuleName } from './rules.ts';
import { formatParams, interpolate } from './texts.ts';

/** The part of a zod issue that is used, finished or raw (as an error map gets it). */
export type IssueLike = {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly message?: string | undefined;
  readonly input?: unknown;
  readonly expected?: string;
  readonly origin?: string;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly inclusive?: boolean | undefined;
  readonly exact?: boolean | undefined;
  readonly format?: string;
  readonly divisor?: unknown;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly IssueLike[])[];
  readonly issues?: readonly IssueLike[];
  readonly params?: Readonly<Record<string, unknown>> | undefined;
};

type RuleResult = { readonly rule: RuleName; readonly params: Readonly<Record<string, unknown>> };

const ruleTexts: Record<Locale, Record<RuleName, string>> = { ar: arRules, en: enRules, de: deRules };
const labels: Record<Locale, Readonly<Record<string, string>>> = { ar: arFields, en: enFields, de: deFields };
const languages: Record<Locale, Record<Locale, string>> = {
  ar: { ar: 'بالعربية', en: 'بالإنجليزية', de: 'بالألمانية' },
  en: { ar: 'Arabic', en: 'English', de: 'German' },
  de: { ar: 'Arabisch', en: 'Englisch', de: 'Deutsch' },
};

/** The text of a rule without a field, in a language. */
export const formatRule = (rule: RuleName, locale: Locale): string => ruleTexts[locale][rule];

const LABEL_MAX = 60;
const VALUES_MAX = 12;
const ISSUES_MAX = 100;

const typeRules: Readonly<Record<string, RuleName>> = {
  string: 'text',
  number: 'numeric',
  nan: 'numeric',
  bigint: 'integer',
  int: 'integer',
  boolean: 'flag',
  date: 'date',
  array: 'list',
  tuple: 'list',
  set: 'list',
  object: 'object',
  record: 'object',
  map: 'object',
  file: 'image',
  never: 'unknown_field',
  undefined: 'unknown_field',
};

const formatRules: Readonly<Record<string, RuleName>> = {
  email: 'email',
  url: 'url',
  date: 'date',
  datetime: 'instant',
  base64: 'picture',
  e164: 'phone',
  credit_card: 'credit_card',
};

const isRule = (name: unknown): name is RuleName => RULES.some((rule) => rule === name);

/** True when the value was missing, by the issue's input or else by zod's message. */
const isMissing = (issue: IssueLike): boolean =>
  'input' in issue
    ? issue.input === undefined || issue.input === null || issue.input === ''
    : /received (undefined|null)$/.test(issue.message ?? '');

const formatBound = (bound: unknown): unknown =>
  bound instanceof Date ? bound.toISOString() : typeof bound === 'bigint' ? String(bound) : bound;

function boundRule(issue: IssueLike): RuleResult {
  const small = issue.code === 'too_small';
  const bound = formatBound(small ? issue.minimum : issue.maximum);
  const params = small ? { min: bound } : { max: bound };
  if (issue.origin === 'file')
    return { rule: 'file_size', params: { size: Math.floor(Number(bound) / 1024) } };
  if (issue.origin === 'string') {
    if (issue.exact) return { rule: 'length', params: { length: bound } };
    if (small && bound === 1) return { rule: 'required', params: {} };
    return { rule: small ? 'min_characters' : 'max_characters', params };
  }
  if (issue.origin && ['array', 'set', 'map', 'object', 'record', 'tuple'].includes(issue.origin)) {
    if (small && bound === 1) return { rule: 'required', params: {} };
    return { rule: small ? 'min_items' : 'max_items', params };
  }
  if (issue.inclusive === false) return { rule: small ? 'above' : 'below', params };
  return { rule: small ? 'min_value' : 'max_value', params };
}

function valueRule(issue: IssueLike): RuleResult {
  if (isMissing(issue)) return { rule: 'required', params: {} };
  if (issue.values?.includes(true)) return { rule: 'flag', params: {} };
  return { rule: 'one_of', params: { values: issue.values ?? [] } };
}

/** The stable rule and params of a zod issue; `invalid` when nothing more specific is known. */
export function toRule(issue: IssueLike): RuleResult {
  const plain = (rule: RuleName): RuleResult => ({ rule, params: {} });
  switch (issue.code) {
    case 'invalid_type':
      return plain(isMissing(issue) ? 'required' : (typeRules[issue.expected ?? ''] ?? 'invalid'));
    case 'too_small':
    case 'too_big':
      return boundRule(issue);
    case 'invalid_format':
      return plain(formatRules[issue.format ?? ''] ?? 'regex');
    case 'not_multiple_of':
      return { rule: 'multiple_of', params: { step: formatBound(issue.divisor) } };
    case 'invalid_value':
      return valueRule(issue);
    case 'unrecognized_keys':
      return plain('unknown_field');
    case 'custom': {
      const { rule, ...params } = issue.params ?? {};
      return { rule: isRule(rule) ? rule : 'invalid', params };
    }
    default:
      // a missing value is missing in every branch of a union
      return plain(issue.code === 'invalid_union' && isMissing(issue) ? 'required' : 'invalid');
  }
}

/** Isolates left-to-right words in Arabic, so that they do not reorder the sentence. */
const isolateLtrWords = (value: string, locale: Locale): string =>
  locale === 'ar' && /^[^\u2068]*[A-Za-z!@#$%&*()]/.test(value) ? `\u2068${value}\u2069` : value;

function formatParam(value: unknown, locale: Locale): string {
  if (!Array.isArray(value)) return isolateLtrWords(String(value), locale);
  const values = value.slice(0, VALUES_MAX).map((item) => isolateLtrWords(String(item), locale));
  return values.join(locale === 'ar' ? '، ' : ', ') + (value.length > VALUES_MAX ? ' …' : '');
}

/** The message of one issue with the field's name in it. */
export function formatIssue(issue: IssueLike, field: string, locale: Locale): string {
  const { rule, params } = toRule(issue);
  const places: Record<string, string> = { field: isolateLtrWords(field, locale) };
  for (const [name, value] of Object.entries(formatParams(params, locale))) {
    places[name] = name === 'other' ? getFieldLabel([String(value)], locale) : formatParam(value, locale);
  }
  return interpolate(ruleTexts[locale][rule], places);
}

function humaniseName(name: string): string {
  const words = name
    .slice(0, LABEL_MAX)
    .replace(/[\p{C}_]+/gu, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function findLabel(names: readonly string[], locale: Locale): string {
  const table = labels[locale];
  const lookUp = (key: string): string | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);
  const last = names.at(-1) ?? 'root';
  const baseName = last.replace(/_(base64|url)$/, '');
  return lookUp(names.join('.')) ?? lookUp(last) ?? lookUp(baseName) ?? humaniseName(last);
}

/**
 * A field's label in a language, from its path. Indexes count from 1 ('Printers 1: Host'), a language part is named
 * ('Titles (German)'), unknown names are made readable.
 */
export function getFieldLabel(path: readonly PropertyKey[], locale: Locale): string {
  const parts = path.map(String).slice(-8);
  const names = parts.filter((part) => !/^\d+$/.test(part));
  const last = names.at(-1);
  if (names.length > 1 && last !== undefined && Object.hasOwn(languages[locale], last)) {
    return `${findLabel(names.slice(0, -1), locale)} (${languages[locale][last as Locale]})`;
  }
  const index = parts.findLastIndex((part) => /^\d+$/.test(part));
  const label = findLabel(names, locale);
  if (index < 1) return label;
  const position = Number(parts[index]) + 1;
  if (index === parts.length - 1) return `${label} ${position}`;
  const owner = findLabel(
    parts.slice(0, index).filter((part) => !/^\d+$/.test(part)),
    locale,
  );
  return `${owner} ${position}: ${label}`;
}

/**
 * The issues of the union branch that matched best: the deepest, then one for this type of value, then the one with the
 * fewest issues.
 */
function findClosestBranch(branches: readonly (readonly IssueLike[])[]): readonly IssueLike[] {
  const depth = (issues: readonly IssueLike[]): number =>
    Math.max(0, ...issues.map((issue) => issue.path?.length ?? 0));
  const isOtherType = (issues: readonly IssueLike[]): number =>
    issues.some(({ code, path = [] }) => code === 'invalid_type' && path.length === 0) ? 1 : 0;
  const [best = []] = branches.toSorted(
    (a, b) => depth(b) - depth(a) || isOtherType(a) - isOtherType(b) || a.length - b.length,
  );
  return best;
}

/** Splits an issue into one per problem: opens unions, keys and elements, and completes the paths. */
function splitIssue(issue: IssueLike, parentPath: readonly PropertyKey[] = []): IssueLike[] {
  const path = [...parentPath, ...(issue.path ?? [])];
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({ ...issue, path: [...path, key] }));
  }
  const inner = issue.code === 'invalid_union' ? findClosestBranch(issue.errors ?? []) : (issue.issues ?? []);
  if (inner.length === 0) return [{ ...issue, path }];
  return inner.flatMap((branchIssue) => splitIssue(branchIssue, path));
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? value[key as keyof typeof value]
        : undefined,
    input,
  );

/**
 * Messages by field path ('cart.0.quantity'; 'root' for the body itself), as the failure's `errors` carries them.
 * `input` is the parsed value, with which a missing choice reads as required. At most 100 issues are reported.
 */
export function explainIssues(
  error: { readonly issues: readonly IssueLike[] },
  locale: Locale,
  ...parsed: [input?: unknown]
): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const issue of error.issues
    .slice(0, ISSUES_MAX)
    .flatMap((rawIssue) => splitIssue(rawIssue))
    .slice(0, ISSUES_MAX)) {
    const path = issue.path ?? [];
    const key = path.map(String).join('.') || 'root';
    const issueWithInput = parsed.length > 0 ? { ...issue, input: valueAt(parsed[0], path) } : issue;
    const text = formatIssue(issueWithInput, getFieldLabel(path, locale), locale);
    const texts = fields.get(key) ?? [];
    if (!texts.includes(text)) fields.set(key, [...texts, text]);
  }
  return Object.fromEntries(fields);
}

/**
 * Zod's error map for a language, with the server's messages: `schema.safeParse(value, { error: createIssueFormatter('ar') })`,
 * or the form resolver's `{ error }`.
 */
export const createIssueFormatter =
  (locale: Locale) =>
  (issue: IssueLike): string => {
    // zod has already passed the issues inside a union to this map
    const inner =
      issue.code === 'invalid_union' && !isMissing(issue)
        ? findClosestBranch(issue.errors ?? [])[0]
        : undefined;
    if (inner?.message) return inner.message;
    const [first = issue] = splitIssue(issue.code === 'unrecognized_keys' ? issue : { ...issue, issues: [] });
    return formatIssue(first, getFieldLabel(first.path ?? [], locale), locale);
  };
