import { Undo2 } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Button } from '../../ui/index.ts';

/** Undoes one change in the history of a price list. */
export const UndoEntry = ({ id, entry_id }: { id: number; entry_id: number }) => {
  const { t } = useTranslation('kit');
  const { submit, busy } = useWrite(api.priceList.undo);
  const undo = async () => {
    if (await submit({ id, entry_id })) showSuccessToast(t('undo.restored'));
  };
  return (
    <Button size="sm" icon={<Undo2 />} className="mt-2" loading={busy} onClick={() => void undo()}>
      {t('undo.undo')}
    </Button>
  );
};
