import { Undo2 } from 'lucide-react';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Button } from '../../ui/index.ts';

type UndoEntryProps = {
  id: number;
  entry: { readonly id: number; readonly action: string; readonly changes: object };
};

/** Undoes one change in the history of a price list. */
export const UndoEntry = ({ id, entry }: UndoEntryProps) => {
  const { t } = useTranslation('kit');
  const { submit, busy } = useWrite(api.priceList.undo);
  const undo = async () => {
    const list = await submit({ id, entry_id: entry.id });
    if (list) showSuccessToast(t('undo.restored', { what: isolateBidi(list.title) }));
  };
  // a save that changed nothing is in the history too
  if (entry.action !== 'update' || Object.keys(entry.changes).length === 0) return null;
  return (
    <Button size="sm" icon={<Undo2 />} className="mt-2" loading={busy} onClick={() => void undo()}>
      {t('undo.undo')}
    </Button>
  );
};
