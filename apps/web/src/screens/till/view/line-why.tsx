import { fromMinor, type PricedLine, type PriceStep, resolveText } from '@dukkan/commerce';
import { CurrencyScope } from '../../../lib/currency.ts';
import { useLocale, useTranslation } from '../../../lib/i18n.ts';
import { PriceStepList, type ShownPriceStep } from '../../../shared/price-steps.tsx';
import { PriceSentence } from '../../../shared/why.tsx';
import { useOpenTill } from './till-context.ts';

/** How the price of a line came about, in a sentence and step by step. */
const LineWhy = ({ of: line }: { of: PricedLine }) => {
  const { t } = useTranslation('order');
  const locale = useLocale();
  const { session } = useOpenTill();
  const { settings, extras } = session.shop;
  const { scale } = settings;
  const toShown = ({ kind, code, id, amount }: PriceStep): ShownPriceStep => ({
    code,
    kind,
    id,
    title: kind === 'extra' ? resolveText(extras.find((one) => one.id === id)?.titles, locale) : null,
    amount: fromMinor(amount, scale),
    applied: code === 'applied',
    reason: code === 'applied' ? null : code,
  });
  const steps = line.steps.map(toShown);
  return (
    <CurrencyScope of={{ currency: settings.Currency }}>
      <div className="grid gap-2 rounded-lg bg-surface p-3">
        <PriceSentence of={steps} />
        <PriceStepList
          of={steps}
          total={{ name: t('make.line_total'), amount: fromMinor(line.net, scale) }}
        />
      </div>
    </CurrencyScope>
  );
};

export default LineWhy;
