import { type RawBuilder, sql } from 'kysely';

// Rule: docs/rules/till-sales.md#pack

/**
 * What a till held at a moment: the time and the snapshot of the transaction that read it. A change is missing there
 * exactly when its transaction was not visible in the snapshot, also one that had begun and committed later.
 */
export type PackVersion = { readonly at: number; readonly snapshot: string };

const VERSION = /^(\d{1,12})[.](\d{1,20}:\d{1,20}:(?:\d{1,20}(?:,\d{1,20})*)?)$/;

/** After this long the changes are no longer kept, so that the till reads everything again. */
export const CHANGES_KEPT_DAYS = 30;
const KEPT_SECONDS = (CHANGES_KEPT_DAYS - 1) * 86_400;

export const formatPackVersion = ({ at, snapshot }: PackVersion): string => `${at}.${snapshot}`;

/** Reads a version; null for a text that is none. */
export function parsePackVersion(text: string | null | undefined): PackVersion | null {
  const [, at, snapshot] = VERSION.exec(text ?? '') ?? [];
  return at === undefined || snapshot === undefined ? null : { at: Number(at), snapshot };
}

/** True while everything that changed since this version is still known. */
export const hasAllChanges = ({ at }: PackVersion, now: Date): boolean =>
  now.getTime() / 1_000 - at < KEPT_SECONDS;

/** Condition for rows of `pack_change` that this version does not have. */
export const changedSinceSql = ({ snapshot }: PackVersion): RawBuilder<boolean> => sql<boolean>`(
  changed >= pg_snapshot_xmin(${snapshot}::pg_snapshot)::text::bigint
  AND NOT pg_visible_in_snapshot(changed::text::xid8, ${snapshot}::pg_snapshot))`;
