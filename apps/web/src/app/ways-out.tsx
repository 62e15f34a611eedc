import { Link } from '../kit/link.tsx';
import { isolateBidi, useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { closeInUseDialog, type RecordHolding, type RecordInUse } from '../lib/ways-out.ts';
import { Button, Dialog } from '../ui/index.ts';

/** Explains why a record cannot be deleted or disabled: what it still holds, each with a link to hand it over. */
export default function WaysOut({ of: { ways } }: { of: RecordInUse }) {
  const { t } = useTranslation('kit');
  const { number, money } = useFormat();
  const textOf = ({ amount, currency }: RecordHolding): string => {
    if (typeof amount === 'string') return isolateBidi(amount);
    return currency === undefined ? number(amount) : money(amount, currency);
  };
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => open || closeInUseDialog()}
      title={t('in_use.title')}
      description={t('in_use.text')}
      closeLabel={t('cancel')}
      footer={<Button onClick={closeInUseDialog}>{t('in_use.done')}</Button>}
    >
      <ul className="flex flex-col gap-2">
        {ways.map((way) => (
          <li
            key={`${way.key} ${way.currency ?? ''}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2"
          >
            <span>{t(`in_use.${way.key}`, { amount: textOf(way) })}</span>
            {way.to === null ? (
              <span className="text-muted">{t(`in_use.${way.key}_way`)}</span>
            ) : (
              <Link
                to={way.to}
                onClick={closeInUseDialog}
                className="hit rounded-sm underline underline-offset-2"
              >
                {t(`in_use.${way.key}_way`)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
