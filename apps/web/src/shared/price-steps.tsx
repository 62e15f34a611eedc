import { Check, Minus } from 'lucide-react';
import { MoneyText } from '../kit/kinds/money.tsx';
import { isolateBidi } from '../lib/format.ts';
import { i18n, useTranslation } from '../lib/i18n.ts';
import type { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { cx } from '../ui/index.ts';

/** One step of a price calculation, as the server returns it. */
export type ShownPriceStep = RowOf<typeof api.order.price>['steps'][number];
type Step = ShownPriceStep;

const createStepKey = ({ kind, id, code }: Step): string => `${kind} ${id} ${code}`;

/** Returns the name of a step: the kind of rule and the rule's title. */
const useStepName = () => {
  const { t } = useTranslation('order');
  return ({ kind, code, title }: Step): string => {
    const own = `make.step.${kind}_${code}`;
    // for the delivery fee, the code tells whether a zone, a method or a fixed price set it
    if (i18n.has('order', own)) return t(own, { title: isolateBidi(title ?? '') });
    const name = t(`make.step.${kind}`, { defaultValue: kind });
    return title ? t('make.step.named', { kind: name, title: isolateBidi(title) }) : name;
  };
};

/** Lists the steps of a price calculation; rules that were not applied follow below, each with its reason. */
export const PriceStepList = ({
  of,
  total,
}: {
  of: readonly Step[];
  total?: { name: string; amount: number };
}) => {
  const { t } = useTranslation('order');
  const name = useStepName();
  const taken = of.filter(({ applied }) => applied);
  const lost = of.filter(({ applied }) => !applied);
  return (
    <div className="grid gap-2 text-sm">
      <ol className="grid gap-1">
        {taken.map((step) => (
          <li key={createStepKey(step)} className="flex items-baseline justify-between gap-3">
            <span className="inline-flex min-w-0 items-baseline gap-1.5">
              <Check aria-hidden="true" className="size-3.5 shrink-0 self-center text-success-text" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{name(step)}</span>
            </span>
            <span className={cx('tabular', step.amount < 0 && 'text-success-text')}>
              <MoneyText amount={step.amount} />
            </span>
          </li>
        ))}
      </ol>
      {total ? (
        <p className="flex justify-between gap-3 border-t border-line pt-1.5 font-semibold">
          <span>{total.name}</span>
          <span className="tabular">
            <MoneyText amount={total.amount} />
          </span>
        </p>
      ) : null}
      {lost.length > 0 ? (
        <div className="border-t border-line pt-1.5">
          <p className="mb-1 font-medium text-muted">{t('make.step.lost')}</p>
          <ul className="grid gap-1 text-subtle">
            {lost.map((step) => (
              <li key={createStepKey(step)} className="flex items-baseline gap-1.5">
                <Minus aria-hidden="true" className="size-3.5 shrink-0 self-center" />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {name(step)}: {t(`make.reason.${step.reason}`, { defaultValue: step.reason ?? '' })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
};
