import { useTranslation } from '../../lib/i18n.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import { ConfirmDialog } from '../../ui/index.ts';

type QuestionProps = { of: CallFailure | null; onYes: () => void; onNo: () => void };

/**
 * Asks a question about a save: whether a number is the shop's own code, or whether a product without a price is saved
 * as disabled.
 */
export const Question = ({ of, onYes, onNo }: QuestionProps) => {
  const { t } = useTranslation(['product', 'kit']);
  const about = of?.code === 'barcode.own_code' ? 'own_code' : 'no_price';
  return (
    <ConfirmDialog
      open={of !== null}
      onOpenChange={(open) => open || onNo()}
      title={t(`product:ask.${about}.title`)}
      text={of?.message ?? ''}
      confirmLabel={t(`product:ask.${about}.yes`)}
      cancelLabel={t(`product:ask.${about}.no`)}
      onConfirm={onYes}
    />
  );
};
