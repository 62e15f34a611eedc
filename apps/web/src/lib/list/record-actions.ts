import { isolateBidi } from '../format.ts';
import { useTranslation } from '../i18n.ts';
import { CallFailure, callApi } from '../server/call.ts';
import type { AnyEndpoint } from '../server/endpoint.ts';
import { invalidateNouns } from '../server/query-cache.ts';
import { useSession } from '../server/session.ts';
import { showCallFailure, showFailureToast, showSuccessToast } from '../server/toast.ts';
import { openInUseDialog } from '../ways-out.ts';
import type { BulkAction } from './bulk-actions.ts';

const UNDO_MS = 10_000;

/** A record with the actions that the server allows on it. */
export type RemovableRecord = {
  readonly id: number;
  readonly version?: number;
  /** The actions the server allows; absent where the permission alone decides. */
  readonly actions?: readonly string[];
};

/** A record with a status. */
export type RecordWithStatus = RemovableRecord & { readonly version: number; readonly status: number };

/** Shows a success toast with an Undo button for 10 seconds; `back` undoes the action. */
export function useUndoToast() {
  const { t } = useTranslation('kit');
  return (text: string, back: () => Promise<unknown>, invalidates: readonly string[]) => {
    const undo = async () => {
      try {
        await back();
        showSuccessToast(t('undo.restored', { what: text }));
      } catch (error) {
        showCallFailure(error, t('undo.not_restored', { what: text }));
      }
      invalidateNouns(invalidates);
    };
    showSuccessToast(text, {
      duration: UNDO_MS,
      action: { label: t('undo.undo'), onClick: () => void undo() },
    });
  };
}

export type RecordEndpoints = {
  readonly save: AnyEndpoint;
  readonly remove: AnyEndpoint;
  readonly restore: AnyEndpoint;
  /** Sets the status of at most `size` records in one call, `{ ids, status }`. */
  readonly saveAll?: { readonly endpoint: AnyEndpoint; readonly size: number };
};

const getIds = (rows: readonly RemovableRecord[]) => rows.map((row) => row.id);

const undoEach = async (ids: readonly number[], back: (id: number) => Promise<unknown>) => {
  for (const id of ids) await back(id);
};

/** Returns a function for the text about an action on these rows, such as `removed` or `activated`. */
function useActionText<R>(nameOf: (row: R) => string) {
  const { t } = useTranslation('kit');
  return (key: string, rows: readonly R[]) =>
    t(`kit:undo.${key}`, { count: rows.length, name: rows[0] && isolateBidi(nameOf(rows[0])) });
}

/** Returns a function that tells whether the permission and the record allow an action. */
function useCanChange() {
  const { can } = useSession();
  return (row: RemovableRecord, use: AnyEndpoint, action: string) =>
    can(use) && (row.actions?.includes(action) ?? true);
}

/**
 * Returns the delete action of any noun, for a row's menu, the bulk bar or a page. It can be undone, and succeeds only
 * when the server answers `deleted: 1`.
 */
export function useDeleteAction<R extends RemovableRecord>(
  { remove, restore }: Pick<RecordEndpoints, 'remove' | 'restore'>,
  nameOf: (row: R) => string,
): BulkAction<R> {
  const { t } = useTranslation('kit');
  const may = useCanChange();
  const actionText = useActionText(nameOf);
  const tell = useUndoToast();
  return {
    key: 'delete',
    label: t('kit:action.delete'),
    danger: true,
    applies: (row) => may(row, remove, 'delete'),
    run: async ({ id, version }) => {
      const { results } = await callApi(remove, { id, version });
      if ((results as { deleted?: number }).deleted !== 1) throw new CallFailure(t('kit:undo.failed'));
    },
    invalidates: remove.invalidates,
    onDone: (rows) =>
      tell(
        actionText('removed', rows),
        () => undoEach(getIds(rows), (id) => callApi(restore, { id })),
        restore.invalidates,
      ),
  };
}

/** Splits ids into groups of at most `size`. */
const splitIds = (ids: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );

/**
 * Returns the actions activate, disable and delete of any noun with a status. Without the permission an action applies
 * to no row. All of them can be undone.
 */
export function useRecordActions<R extends RecordWithStatus>(
  endpoints: RecordEndpoints,
  nameOf: (row: R) => string,
) {
  const { t } = useTranslation('kit');
  const may = useCanChange();
  const actionText = useActionText(nameOf);
  const tell = useUndoToast();
  const drop = useDeleteAction(endpoints, nameOf);
  const { save, saveAll } = endpoints;

  const setAll = async (ids: readonly number[], status: 0 | 1) => {
    if (!saveAll) return undoEach(ids, (id) => callApi(save, { id, status }));
    for (const part of splitIds(ids, saveAll.size)) await callApi(saveAll.endpoint, { ids: part, status });
  };
  const state = (key: 'activate' | 'disable', status: 0 | 1): BulkAction<R> => ({
    key,
    label: t(`kit:action.${key}`),
    applies: (row) => row.status !== status && may(row, save, 'save'),
    run: ({ id, version }) => callApi(save, { id, version, status }),
    ...(saveAll
      ? { runMany: { size: saveAll.size, run: (rows: readonly R[]) => setAll(getIds(rows), status) } }
      : {}),
    invalidates: save.invalidates,
    onDone: (rows) =>
      tell(actionText(`${key}d`, rows), () => setAll(getIds(rows), status === 1 ? 0 : 1), save.invalidates),
  });
  return { activate: state('activate', 1), disable: state('disable', 0), delete: drop };
}

/** Runs an action on one record and returns whether it succeeded; a refusal appears as a toast. */
export async function runRowAction<R>(action: BulkAction<R>, row: R): Promise<boolean> {
  try {
    await action.run(row);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    const { id } = row as { id?: unknown };
    if (!openInUseDialog(error, id)) showFailureToast(error);
    return false;
  }
  invalidateNouns(action.invalidates);
  action.onDone?.([row]);
  return true;
}
