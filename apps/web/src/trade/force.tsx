import { FORCE_REASONS } from 'virtual:facts';
import type { ForceReason } from '@dukkan/contract';
import { useState } from 'react';
import type { CallFailure } from '../lib/call.ts';
import { useTranslation } from '../lib/i18n.ts';
import { ConfirmDialog } from '../ui/index.ts';

/** What a refusal asks to be confirmed, null where it is another one (decisions 3.6, force in two steps). */
export const reasonsOf = (failure: CallFailure): ForceReason[] | null =>
  failure.code === 'receipt.needs_force'
    ? FORCE_REASONS.filter((reason) => ([failure.params.reasons].flat() as unknown[]).includes(reason))
    : null;

export type ForceDialogProps = {
  /** Null: nothing is asked. */
  reasons: readonly ForceReason[] | null;
  /** The verb of what is then done. */
  confirmLabel: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** The second step of `force`: why it is asked, and what will happen, before it is done. */
export const ForceDialog = ({ reasons, confirmLabel, busy, onConfirm, onClose }: ForceDialogProps) => {
  const { t } = useTranslation(['force', 'kit']);
  return (
    <ConfirmDialog
      open={reasons !== null}
      onOpenChange={(open) => open || onClose()}
      title={t('force:title')}
      text={t('force:text')}
      confirmLabel={confirmLabel}
      cancelLabel={t('kit:cancel')}
      danger
      loading={busy}
      onConfirm={onConfirm}
    >
      <Reasons of={reasons ?? []} />
    </ConfirmDialog>
  );
};

/** Each reason in plain words, with what follows. */
export const Reasons = ({ of }: { of: readonly ForceReason[] }) => {
  const { t } = useTranslation('force');
  return (
    <ul className="flex flex-col gap-2">
      {of.map((reason) => (
        <li key={reason} className="rounded-md bg-warning-soft px-3 py-2">
          <p className="font-medium text-warning-text">{t(`why.${reason}`)}</p>
          <p className="text-sm text-ink">{t(`then.${reason}`)}</p>
        </li>
      ))}
    </ul>
  );
};

/** The reasons that stand to be confirmed, and what is then tried again. */
export function useForce() {
  const [asked, setAsked] = useState<readonly ForceReason[] | null>(null);
  return {
    asked,
    close: () => setAsked(null),
    /** Takes a refusal; true where it is a question that is now asked. */
    take: (failure: CallFailure): boolean => {
      const reasons = reasonsOf(failure);
      if (reasons) setAsked(reasons);
      return reasons !== null;
    },
  };
}
