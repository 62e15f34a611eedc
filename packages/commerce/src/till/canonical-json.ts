import { isRecord } from '../is-record.ts';

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * Writes a JSON value as the one text that is signed: names sorted at every depth, no spaces, names without a value left
 * out. TypeError for what JSON has no word for.
 * Source: docs/rules/till-sales.md#letters
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join()}]`;
  if (isRecord(value) && isPlain(value)) {
    const names = Object.keys(value).filter((name) => value[name] !== undefined);
    names.sort((a, b) => (a < b ? -1 : 1));
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join()}}`;
  }
  throw new TypeError('not a JSON value');
}
