import { CallFailure, call } from '../lib/call.ts';
import type { AnyEndpoint, InputOf } from '../lib/endpoint.ts';
import { useTranslation } from '../lib/i18n.ts';
import { invalidateNouns } from '../lib/query.ts';
import { toastFailure, toastSuccess } from '../lib/toast.ts';
import type { BulkAction } from './list/bulk.ts';

const UNDO_MS = 10_000;

/** A record with a state, as the server says what may be done with it. */
export type Stateful = {
  readonly id: number;
  readonly version: number;
  readonly status: number;
  /** What the server allows; absent where it allows what the permission allows. */
  readonly actions?: readonly string[];
};

/** Says what was deleted, with the way back for 10 s (ux.md, 'Doing'). */
export function useUndo(restore: AnyEndpoint): (ids: readonly number[], text: string) => void {
  const { t } = useTranslation('kit');
  const bring = async (ids: readonly number[]) => {
    try {
      for (const id of ids) await call(restore, { id });
      toastSuccess(t('undo.restored'));
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      toastFailure(error, t('undo.not_restored'));
    }
    invalidateNouns(restore.touches);
  };
  return (ids, text) =>
    toastSuccess(text, {
      duration: UNDO_MS,
      action: { label: t('undo.undo'), onClick: () => void bring(ids) },
    });
}

const may = (row: Stateful, action: string) => row.actions?.includes(action) ?? true;

export type RecordEndpoints<S, D, U> = { readonly save: S; readonly remove: D; readonly restore: U };

/**
 * Activate, disable and delete of any noun that has a status: for the menu of a row, for the bulk bar, for a form.
 * A delete counts only when the server says `deleted: 1` (specification section 4), and can be undone.
 */
export function useRecordActions<
  S extends AnyEndpoint,
  D extends AnyEndpoint,
  U extends AnyEndpoint,
  R extends Stateful,
>({ save, remove, restore }: RecordEndpoints<S, D, U>, nameOf: (row: R) => string) {
  const { t } = useTranslation('kit');
  const undo = useUndo(restore);
  const state = (status: 0 | 1): BulkAction<R> => ({
    key: status === 1 ? 'activate' : 'disable',
    label: t(status === 1 ? 'action.activate' : 'action.disable'),
    applies: (row) => row.status !== status && may(row, 'save'),
    run: ({ id, version }) => call(save, { id, version, status } as InputOf<S>),
    touches: save.touches,
    onDone: () => toastSuccess(t('common:done.status_changed')),
  });
  const drop: BulkAction<R> = {
    key: 'delete',
    label: t('action.delete'),
    danger: true,
    applies: (row) => may(row, 'delete'),
    run: async ({ id, version }) => {
      const { results } = await call(remove, { id, version } as InputOf<D>);
      if ((results as { deleted?: number }).deleted !== 1) throw new CallFailure(t('undo.failed'));
    },
    touches: remove.touches,
    onDone: (rows) => {
      const [first] = rows;
      const name = rows.length === 1 && first ? nameOf(first) : '';
      undo(
        rows.map((row) => row.id),
        name ? t('undo.removed', { name }) : t('undo.removed_many', { count: rows.length }),
      );
    },
  };
  return { activate: state(1), disable: state(0), delete: drop };
}

/** Runs an action on one record; answers whether it was done. A refusal is told. */
export async function runOne<R>(action: BulkAction<R>, row: R): Promise<boolean> {
  try {
    await action.run(row);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    toastFailure(error, action.label);
    return false;
  }
  invalidateNouns(action.touches);
  action.onDone?.([row]);
  return true;
}
