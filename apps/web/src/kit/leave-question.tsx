import { useTranslation } from '../lib/i18n.ts';
import { ConfirmDialog } from '../ui/index.ts';

/** Asks for confirmation before closing a dialog that has unsaved input. */
export default function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('kit');
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onStay()}
      title={t('leave_dialog.title')}
      text={t('leave_dialog.text')}
      confirmLabel={t('leave_dialog.confirm')}
      cancelLabel={t('leave.cancel')}
      danger
      onConfirm={onLeave}
    />
  );
}
