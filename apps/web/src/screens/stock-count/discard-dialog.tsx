import { FinalWords } from '../../kit/index.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { ConfirmDialog } from '../../ui/index.ts';

type Draft = { readonly id: number; readonly branch_name: string; readonly counted_count: number };
export type DropDialogProps = { of: Draft; onClose: () => void; onDropped?: () => void };

/** Deletes a draft: its counts are lost, and the stock does not change. */
export const DropDialog = ({ of, onClose, onDropped }: DropDialogProps) => {
  const { t } = useTranslation(['stock-count', 'kit']);
  const write = useWrite(api.stockCount.remove, {
    success: t('stock-count:drop.done', { branch: isolateBidi(of.branch_name) }),
    onSuccess: () => {
      onClose();
      onDropped?.();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('stock-count:drop.title', { id: of.id, branch: isolateBidi(of.branch_name) })}
      text={<FinalWords deletes>{t('stock-count:drop.text', { lines: of.counted_count })}</FinalWords>}
      confirmLabel={t('stock-count:drop.open')}
      cancelLabel={t('kit:cancel')}
      danger
      loading={write.busy}
      onConfirm={() => void write.submit({ id: of.id })}
    />
  );
};
