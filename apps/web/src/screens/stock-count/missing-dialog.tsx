import { useState } from 'react';
import { FormDialog, RefPicker } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { readPages } from '../../lib/list/read-pages.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import { showCallFailure, showSuccessToast } from '../../lib/server/toast.ts';
import { Field } from '../../ui/index.ts';
import type { Count } from './use-count.ts';

const PAGE = 100;
/** The most lines to add at once; adding again continues after them. */
const MOST = 2_000;
/** The most lines in one save. */
const SAVED = 500;

/** Returns the ids of a branch's items, optionally of one category, that are not in the stock-taking yet. */
async function loadMissingItemIds(record: Count, categorys_id: number | null): Promise<number[]> {
  const there = new Set(record.items.map(({ item_id }) => item_id));
  const missing: number[] = [];
  const input = {
    branch_id: record.branch_id,
    ...(categorys_id === null ? {} : { categorys_id }),
    limit: PAGE,
  };
  await readPages(
    (page) => callApi(api.stock.list, { ...input, page }, { branchId: null }),
    (rows) => missing.push(...rows.flatMap(({ item_id }) => (there.has(item_id) ? [] : [item_id]))) >= MOST,
  );
  return missing.slice(0, MOST);
}

type MissingDialogProps = { record: Count; onClose: () => void; onAdded: (results: Count) => void };

/** Adds items that are in stock by the system but not counted yet, as lines without a count. */
export const MissingDialog = ({ record, onClose, onAdded }: MissingDialogProps) => {
  const { t } = useTranslation(['stock-count', 'fields']);
  const { number } = useFormat();
  const [category, setCategory] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      const missing = await loadMissingItemIds(record, category);
      for (let at = 0; at < missing.length; at += SAVED) {
        const items = missing.slice(at, at + SAVED).map((item_id) => ({ item_id }));
        const { results } = await callApi(api.stockCount.save, { id: record.id, items }, { branchId: null });
        onAdded(results);
      }
      showSuccessToast(
        t('stock-count:missing.done', { count: missing.length, shown: number(missing.length) }),
      );
      onClose();
    } catch (error) {
      showCallFailure(error);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t('stock-count:missing.title')}
      description={t('stock-count:missing.text', { branch: isolateBidi(record.branch_name) })}
      action={t('stock-count:missing.add')}
      busy={busy}
      onSubmit={add}
      onClose={onClose}
    >
      <Field label={t('fields:category_id')} hint={t('stock-count:missing.hint')}>
        <RefPicker to="category" value={category} onChange={setCategory} />
      </Field>
    </FormDialog>
  );
};
