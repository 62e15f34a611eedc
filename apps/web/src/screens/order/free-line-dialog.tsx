import { useTranslation } from '../../lib/i18n.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import { ConfirmDialog } from '../../ui/index.ts';

type FreeLineDialogProps = {
  failure: CallFailure | null;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before items are sold without a price, which may be a mistake in the price list. */
export const FreeLineDialog = ({ failure, busy, onConfirm, onClose }: FreeLineDialogProps) => {
  const { t } = useTranslation(['order', 'kit']);
  const isAsked = failure?.code === 'order.free_line';
  return (
    <ConfirmDialog
      open={isAsked}
      onOpenChange={(open) => open || onClose()}
      title={t('order:free_line.title')}
      text={isAsked ? failure.message : ''}
      confirmLabel={t('order:free_line.go')}
      cancelLabel={t('kit:cancel')}
      loading={busy}
      onConfirm={onConfirm}
    />
  );
};
