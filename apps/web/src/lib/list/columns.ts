import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { FieldSpec } from '../fact.ts';
import { savePreference } from '../server/preferences.ts';
import { currentSession, useSession } from '../server/session.ts';

/** A field, optionally with the screen's own cell; `at: 'extra'` hides the column by default. */
export type ListColumn<R> =
  | FieldSpec
  | {
      readonly of: FieldSpec;
      readonly cell?: (row: R) => ReactNode;
      readonly at?: 'extra';
      /** The fields to export for this column, when its cell shows several fields. */
      readonly exports?: readonly string[];
    };

/** Returns the fields to export for the visible columns, in their order. Rule: docs/rules/wire.md#files */
export const getExportFields = <R>(
  columns: readonly ListColumn<R>[],
  { order, visible }: Columns,
): string[] =>
  order
    .filter((name) => visible[name])
    .flatMap((name) => {
      const column = columns.find((candidate) => getColumnField(candidate).name === name);
      if (!column) return [];
      const { shown } = getColumnField(column);
      return ('of' in column && column.exports) || [shown && !shown.endsWith('_url') ? shown : name];
    });

export const getColumnField = <R>(column: ListColumn<R>): FieldSpec => ('of' in column ? column.of : column);
export const getColumnCell = <R>(column: ListColumn<R>) => ('of' in column ? column.cell : undefined);

export type Columns = {
  /** The names in display order: the visible ones, then the hidden ones. */
  readonly order: readonly string[];
  readonly visible: Readonly<Record<string, boolean>>;
  toggle(name: string): void;
  move(name: string, by: 1 | -1): void;
  reset(): void;
};

/**
 * Manages the user's visible columns and their order, stored in the profile under the list's key. A column added to the
 * product later appears at the end, unless it is hidden by default.
 */
export function useColumnPreferences<R>(key: string, columns: readonly ListColumn<R>[]): Columns {
  const { user } = useSession();
  const storedColumns = user?.preferences.columns?.[key];
  return useMemo(() => {
    const names = columns.map((column) => getColumnField(column).name);
    const storedVisible = storedColumns?.filter((name) => names.includes(name));
    const defaultColumns = columns
      .filter((column) => !('at' in column))
      .map((column) => getColumnField(column).name);
    const visible = storedVisible?.length ? storedVisible : defaultColumns;
    const order = [...visible, ...names.filter((name) => !visible.includes(name))];
    return {
      order,
      visible: Object.fromEntries(names.map((name) => [name, visible.includes(name)])),
      toggle: (name) => {
        const next = visible.includes(name)
          ? visible.filter((columnName) => columnName !== name)
          : [...visible, name];
        // a table needs at least one column
        if (next.length > 0) keepColumns(key, next);
      },
      move: (name, by) => {
        const from = visible.indexOf(name);
        const neighbour = visible[from + by];
        if (from < 0 || neighbour === undefined) return;
        keepColumns(
          key,
          visible.map((columnName) =>
            columnName === name ? neighbour : columnName === neighbour ? name : columnName,
          ),
        );
      },
      reset: () => keepColumns(key, []),
    };
  }, [key, columns, storedColumns]);
}

function keepColumns(key: string, names: string[]): void {
  const { user } = currentSession();
  if (user) savePreference({ preferences: { columns: { ...user.preferences.columns, [key]: names } } });
}
