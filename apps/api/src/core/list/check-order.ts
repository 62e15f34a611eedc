import { fail } from '@dukkan/contract';
import { failField } from '../fail-field.ts';

/** Checks that a new order lists exactly the existing records, each once. @throws reference.missing */
export function checkOrder(ids: readonly number[], before: readonly number[]): void {
  if (new Set(ids).size < ids.length) failField('ids', 'distinct');
  if (ids.length !== before.length || !ids.every((id) => before.includes(id)))
    fail('reference.missing', { field: 'ids' }, 'ids');
}
