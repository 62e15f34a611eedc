import type { useUnsavedChangesPrompt } from '../../lib/form/unsaved-changes.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { ConfirmDialog } from '../../ui/index.ts';

type LeaveDialogProps = {
  prompt: ReturnType<typeof useUnsavedChangesPrompt>;
  /** The number of changes that would be lost. */
  count: number;
  /** Runs before the page is left. */
  onLeave?: () => void;
};

/** Asks whether to leave a page with unsaved changes. */
export const LeaveDialog = ({ prompt, count, onLeave }: LeaveDialogProps) => {
  const { t } = useTranslation('kit');
  const { number } = useFormat();
  return (
    <ConfirmDialog
      open={prompt.asked}
      onOpenChange={(open) => open || prompt.stay()}
      title={t('leave.title')}
      text={t('leave.text', { count, shown: number(count) })}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.cancel')}
      danger
      onConfirm={() => {
        onLeave?.();
        prompt.go();
      }}
    />
  );
};
