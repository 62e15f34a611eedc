import type { FieldSpec } from '../../lib/fact.ts';

const FLAG = [
  { value: 1, label: 'kit:yes' },
  { value: 0, label: 'kit:no' },
] as const;

/** Returns the values that a filter chooses from: none for records, amounts and days. */
export function getFilterOptions(field: FieldSpec): readonly { value: string | number; label: string }[] {
  if (field.kind === 'ref' || field.kind === 'money' || field.kind === 'day') return [];
  return field.options ?? FLAG;
}
