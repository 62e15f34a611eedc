import { ListTree } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCurrency } from '../lib/currency.ts';
import { isolateBidi, useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { Button, Popover } from '../ui/index.ts';
import { PriceStepList, type ShownPriceStep } from './price-steps.tsx';

/**
 * Explains a price in one paragraph: the base price, then what each rule changed.
 * @param of the steps of a line; amounts in the surrounding currency
 */
export const PriceSentence = ({ of }: { of: readonly ShownPriceStep[] }) => {
  const { t } = useTranslation('order');
  const { money } = useFormat();
  const currency = useCurrency();
  if (currency === undefined) return null;
  const amount = (value: number) => isolateBidi(money(Math.abs(value), currency));
  const sentences = of
    .filter(({ applied }) => applied)
    .map((step) => {
      if (step.kind === 'base') return t('why.base', { amount: amount(step.amount) });
      const rule = step.kind === 'price_list' ? 'price_list' : step.title ? 'rule' : 'own';
      const way = step.amount < 0 ? 'lower' : step.amount > 0 ? 'higher' : 'same';
      return t(`why.${rule}_${way}`, {
        kind: t(`make.step.${step.kind}`, { defaultValue: step.kind }),
        title: isolateBidi(step.title ?? ''),
        amount: amount(step.amount),
      });
    });
  return <p className="text-sm text-ink">{sentences.join(' ')}</p>;
};

/** A button beside a price that explains it: as a paragraph, then step by step. */
export const Why = ({
  of,
  total,
  title,
  children,
}: {
  of: readonly ShownPriceStep[];
  total: number;
  /** The name of the product or fee, isolated for bidirectional text. */
  title: string;
  /** Below the steps, such as a line's tax. */
  children?: ReactNode;
}) => {
  const { t } = useTranslation('order');
  return (
    <Popover
      label={t('make.explain', { title })}
      className="w-80"
      trigger={
        <Button
          size="sm"
          variant="ghost"
          icon={<ListTree />}
          aria-label={`${t('make.why')} ${t('make.explain', { title })}`}
        >
          {t('make.why')}
        </Button>
      }
    >
      <div className="grid gap-2">
        <PriceSentence of={of} />
        <PriceStepList of={of} total={{ name: t('make.line_total'), amount: total }} />
        {children}
      </div>
    </Popover>
  );
};
