import type { RuleName, RuleParams } from '@dukkan/contract';
import * as z from 'zod';

/**
 * Refuses one field by a generic rule that only the server can check, as the contract's own rules would
 * (specification section 5). `path` is dotted: 'info.branch_id'.
 * @throws ZodError, answered as request.invalid with the field's text
 */
export function invalid(path: string, rule: RuleName, params: RuleParams = {}): never {
  throw new z.ZodError([
    { code: 'custom', path: path.split('.'), message: rule, input: undefined, params: { rule, ...params } },
  ]);
}
