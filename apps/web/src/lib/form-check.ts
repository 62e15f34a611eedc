import { explainIssues, type Locale } from '@dukkan/contract';
import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { AnyEndpoint } from './endpoint.ts';
import { cleaned, topOf, type Values } from './form-values.ts';

/** Checks with the endpoint's own schema and says it in the server's words; only what would be sent is checked. */
export const resolverOf =
  (
    endpoint: AnyEndpoint,
    locale: Locale,
    sends: (name: string, values: Values) => boolean,
  ): Resolver<Values> =>
  (values, _context, options) => {
    const input = cleaned(values);
    const parsed = endpoint.input.safeParse(input);
    if (parsed.success) return { values, errors: {} };
    const told = Object.entries(explainIssues(parsed.error, locale, input)).filter(([path]) =>
      sends(topOf(path), values),
    );
    if (told.length === 0) return { values, errors: {} };
    const flat = Object.fromEntries(
      told.map(([path, texts]) => [path, { type: 'schema', message: texts[0] }]),
    );
    return { values: {}, errors: toNestErrors(flat as FieldErrors<Values>, options) };
  };
