import type { Locale } from '@dukkan/contract';
import { toNestErrors } from '@hookform/resolvers';
import { type FieldErrors, get, type Resolver } from 'react-hook-form';
import { i18n } from '../i18n.ts';
import type { AnyEndpoint } from '../server/endpoint.ts';
import { loadChunk } from '../server/lazy-chunk.ts';
import { emptyToNull, getRootField, type Values } from './form-values.ts';
import { AMOUNT_SCALE, parseSignedNumber } from './parse-typed-number.ts';

const importSchemas = () => import('../server/schemas.ts');
/** Loads the contract's schemas and texts; only validation waits for them. */
export const loadContractSchemas = () => loadChunk(importSchemas);

const findSchema = ({ api }: Awaited<ReturnType<typeof loadContractSchemas>>, { path, kind }: AnyEndpoint) =>
  Object.values(api)
    .flatMap((group): AnyEndpoint[] => Object.values(group))
    .find((endpoint) => endpoint.path === path && endpoint.kind === kind)?.input;

/**
 * Validates with the endpoint's own schema and the server's messages, and reports errors only on fields that would be
 * sent. `needs` returns the fields that other values make required.
 */
export const createSchemaResolver =
  (
    endpoint: AnyEndpoint,
    locale: Locale,
    sends: (name: string, values: Values) => boolean,
    needs: (values: Values) => readonly string[] = () => [],
  ): Resolver<Values> =>
  async (current, _context, options) => {
    // the form hands out its live values, and what is typed while the schemas load must not be saved by this press
    const values = structuredClone(current);
    const contract = await loadContractSchemas();
    const input = emptyToNull(values);
    const parsed = findSchema(contract, endpoint)?.safeParse(input);
    const missing = needs(values).map((name) => ({
      code: 'custom',
      path: [name],
      params: { rule: 'required' },
    }));
    // without schemas, the server validates
    const issues = [...(parsed?.error?.issues ?? []), ...missing];
    const fieldErrors = Object.entries(contract.explainIssues({ issues }, locale, input)).filter(([path]) =>
      sends(getRootField(path), values),
    );
    if (fieldErrors.length === 0) return { values, errors: {} };
    const isAmbiguous = (path: string): boolean => {
      const typed = get(input, path) as unknown;
      const issue = issues.find((one) => one.path.join('.') === path);
      const isNumber = issue?.code === 'invalid_type' && 'expected' in issue && issue.expected === 'number';
      return isNumber && typeof typed === 'string' && parseSignedNumber(typed, AMOUNT_SCALE).wrong === 'sign';
    };
    const flat = Object.fromEntries(
      fieldErrors.map(([path, texts]) => [
        path,
        { type: 'schema', message: isAmbiguous(path) ? i18n.t('common:typed.sign') : texts[0] },
      ]),
    );
    return { values: {}, errors: toNestErrors(flat as FieldErrors<Values>, options) };
  };
