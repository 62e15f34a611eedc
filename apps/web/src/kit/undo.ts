import { useState } from 'react';
import { CallFailure, call } from '../lib/call.ts';
import type { AnyEndpoint, InputOf } from '../lib/endpoint.ts';
import { useTranslation } from '../lib/i18n.ts';
import { invalidateNouns } from '../lib/query.ts';
import { useWrite } from '../lib/read.ts';
import { toastFailure, toastSuccess } from '../lib/toast.ts';

const UNDO_MS = 10_000;

type Named = { readonly id: number; readonly version?: number };

/**
 * Deletes and offers Undo for 10 s (ux.md, 'Doing'). Answers whether it was deleted: the server must say so
 * with `deleted: 1` (specification section 4).
 */
export function useRemove<D extends AnyEndpoint, U extends AnyEndpoint>(remove: D, restore: U) {
  const { t } = useTranslation('kit');
  const [busy, setBusy] = useState<number | null>(null);
  const write = useWrite(remove, { prefix: t('undo.failed') });
  const undo = useUndo(restore);
  return {
    busy,
    remove: async (row: Named, name: string): Promise<boolean> => {
      setBusy(row.id);
      const input = { id: row.id, ...(row.version === undefined ? {} : { version: row.version }) };
      const done = await write.submit(input as InputOf<D>);
      setBusy(null);
      if ((done as { deleted?: number } | undefined)?.deleted !== 1) return false;
      undo([row.id], t('undo.removed', { name }));
      return true;
    },
  };
}

/** Says what was deleted, with the way back for 10 s. */
export function useUndo<U extends AnyEndpoint>(restore: U): (ids: readonly number[], text: string) => void {
  const { t } = useTranslation('kit');
  return (ids, text) => {
    const bring = async () => {
      try {
        for (const id of ids) await call(restore, { id } as InputOf<U>);
        toastSuccess(t('undo.restored'));
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        toastFailure(error, t('undo.not_restored'));
      }
      invalidateNouns(restore.touches);
    };
    toastSuccess(text, { duration: UNDO_MS, action: { label: t('undo.undo'), onClick: () => void bring() } });
  };
}
