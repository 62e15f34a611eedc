import type { Ctx } from '../../core/ctx.ts';
import { canSeeItemCosts } from '../catalog/index.ts';
import { findHeaderMeanings } from './file/header-meaning.ts';
import { WORDS } from './file/header-words.ts';

// Rule: docs/rules/imports.md#costs

type Mapping = Readonly<Record<string, string | null>>;
type Column = { readonly key: string; readonly header: string | null };
type File = { readonly columns: unknown; readonly mapping: unknown; readonly guess: unknown };

const isCost = (field: string): boolean => field === 'cost' || field === 'cost_value';

const namesCost = ({ header }: Column): boolean =>
  header !== null && findHeaderMeanings(header, WORDS).meanings.some(({ role }) => isCost(role));

/** Returns the columns of a file whose values the caller may not see, because they are costs. */
export function findHiddenColumns(ctx: Ctx, { columns, mapping, guess }: File): ReadonlySet<string> {
  if (canSeeItemCosts(ctx)) return new Set();
  const mapped = [mapping, guess].flatMap((fields) =>
    Object.entries(fields as Mapping).flatMap(([field, column]) => (isCost(field) && column ? [column] : [])),
  );
  const named = (columns as readonly Column[]).filter(
    (column) =>
      namesCost(column) || mapped.includes(column.key) || mapped.includes(column.header ?? column.key),
  );
  return new Set([...mapped, ...named.map(({ key }) => key)]);
}

/** Removes what is said about costs, changes and notices, for callers who may not see them. */
export const hideCosts = <Said extends { readonly field: string | null }>(
  ctx: Ctx,
  said: readonly Said[],
): Said[] => said.filter(({ field }) => field === null || !isCost(field) || canSeeItemCosts(ctx));
