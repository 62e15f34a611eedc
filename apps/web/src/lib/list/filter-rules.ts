import { lists } from 'virtual:lists';
import { isValidLocalDate } from '@dukkan/commerce';
import type { ListEndpoint } from './list-url.ts';
import type { FilterValue, FilterValues } from './update-list-url.ts';

/** The type of one list field, as the part of JSON Schema that the contract's lists use. */
export type FilterFieldRule = {
  readonly type?: 'string' | 'number' | 'integer' | 'array';
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly FilterFieldRule[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly default?: FilterValue;
};

function isValid(rule: FilterFieldRule, value: FilterValue): boolean {
  if (rule.anyOf) return rule.anyOf.some((alternative) => isValid(alternative, value));
  if (rule.enum) return rule.enum.includes(value);
  if (rule.const !== undefined) return rule.const === value;
  if (typeof value === 'string')
    return (
      rule.type === 'string' &&
      value.length <= (rule.maxLength ?? Number.POSITIVE_INFINITY) &&
      (rule.format !== 'date' || isValidLocalDate(value))
    );
  const isOfType = rule.type === 'number' || (rule.type === 'integer' && Number.isSafeInteger(value));
  return (
    isOfType &&
    value >= (rule.minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (rule.maximum ?? Number.POSITIVE_INFINITY)
  );
}

const findRules = ({ path }: ListEndpoint) => lists[path] ?? {};

/** Returns whether a list accepts this value; an unknown field is never accepted. */
export function acceptsFilterValue(endpoint: ListEndpoint, name: string, value: FilterValue): boolean {
  const rule = findRules(endpoint)[name];
  return rule !== undefined && isValid(rule, value);
}

/** Returns the list's default values. */
export const listDefaults = (endpoint: ListEndpoint): FilterValues =>
  Object.fromEntries(
    Object.entries(findRules(endpoint)).flatMap(([name, rule]) =>
      rule.default === undefined ? [] : [[name, rule.default]],
    ),
  );
