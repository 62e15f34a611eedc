import type { RuleName, RuleParams } from '@dukkan/contract';
import * as z from 'zod';

/**
 * Refuses a field by a rule that only the server can check, in the same form as the contract's own rules. `path` is
 * dotted: 'info.branch_id'.
 * @throws ZodError, returned as request.invalid with the field's text
 */
export function failField(path: string, rule: RuleName, params: RuleParams = {}): never {
  throw new z.ZodError([
    { code: 'custom', path: path.split('.'), message: rule, input: undefined, params: { rule, ...params } },
  ]);
}
