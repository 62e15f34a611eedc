import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { formatClock } from '../../lib/use-countdown.ts';
import { Button } from '../../ui/index.ts';

export type ResendProps = { left: number; busy: boolean; onResend: () => void };

/** A button to request another code, enabled when the waiting time is over. */
export const Resend = ({ left, busy, onResend }: ResendProps) => {
  const { t } = useTranslation('profile');
  return left > 0 ? (
    <p className="text-sm text-subtle">
      {t('code.resend_in')} <Bdi className="tabular">{formatClock(left)}</Bdi>
    </p>
  ) : (
    <Button variant="link" size="sm" className="self-start" loading={busy} onClick={onResend}>
      {t('code.resend')}
    </Button>
  );
};
