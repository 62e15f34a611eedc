import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../../kit/index.ts';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { Bdi, isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import type { api } from '../../../lib/server/api.ts';
import type { ResultOf } from '../../../lib/server/endpoint.ts';
import { Badge, Button, cx } from '../../../ui/index.ts';

export type Effect = ResultOf<typeof api.discount.effect>;
export type ShownEffectItem = Effect['items'][number];

/** The items that are listed before the user asks for all. */
const SHOWN_FIRST = 5;

export type EffectItemsProps = {
  of: Effect;
  /** The list of all products that the rule is for, as far as a list can show them. */
  allItems: string;
  isCoupon?: boolean;
};

/** Shows how a rule changes the price of its first items, and of the others when asked. */
export const EffectItems = ({ of, allItems, isCoupon = false }: EffectItemsProps) => {
  const { t } = useTranslation('offer');
  const { number } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const hidden = of.items.length - SHOWN_FIRST;
  if (of.items.length === 0) return <p className="text-sm text-subtle">{t('effect.no_items')}</p>;
  const count = (is: (item: ShownEffectItem) => boolean) => of.items.filter(is).length;
  const facts = [
    { key: 'never', count: count(({ verdict }) => verdict === 'never') },
    { key: 'out_of_bounds', count: count(({ verdict }) => verdict === 'out_of_bounds') },
    { key: 'below_cost', count: count(({ below_cost }) => below_cost === true) },
  ].filter((fact) => fact.count > 0);
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center gap-2 text-sm text-muted" aria-live="polite">
        {t('effect.items', { count: of.items_count, number: number(of.items_count) })}
        {facts.map((fact) => (
          <Badge key={fact.key} variant={fact.key === 'never' ? 'warning' : 'danger'}>
            {t(`effect.count.${fact.key}`, { count: fact.count, number: number(fact.count) })}
          </Badge>
        ))}
      </p>
      {isCoupon ? <p className="mb-2 text-sm text-subtle">{t('effect.coupon_text')}</p> : null}
      <SavingRange of={of} />
      <ul className="relative max-h-[34rem] divide-y divide-line overflow-y-auto border-y border-line">
        {of.items.slice(0, isOpen ? undefined : SHOWN_FIRST).map((item) => (
          <Row
            key={`${item.item_id} ${item.quantity}`}
            of={item}
            currency={of.currency}
            hasTwin={of.items.some((one) => one.title === item.title && one.item_id !== item.item_id)}
          />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-subtle">
        {hidden > 0 && !isOpen ? (
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('effect.show_more', { count: hidden, number: number(hidden) })}
          </Button>
        ) : null}
        {of.left_out > 0 ? (
          <p>
            {t('effect.left_out', { count: of.left_out, number: number(of.left_out) })}{' '}
            <Link to={allItems} className="text-primary-text underline">
              {t('effect.all_items')}
            </Link>
          </p>
        ) : null}
      </div>
    </>
  );
};

/** The smallest and largest reduction among the items that the rule prices at the selected time. */
const SavingRange = ({ of: { items, currency } }: { of: Effect }) => {
  const { t } = useTranslation('offer');
  const { money } = useFormat();
  const savings = items.filter(({ verdict }) => verdict === 'now').map(({ before, after }) => before - after);
  if (savings.length < 2) return null;
  const [least, most] = [Math.min(...savings), Math.max(...savings)].map((amount) =>
    isolateBidi(money(amount, currency)),
  );
  return (
    <p className="mb-2 text-sm text-muted">
      {least === most ? t('effect.saves', { amount: least }) : t('effect.saves_range', { least, most })}
    </p>
  );
};

type RowProps = {
  of: ShownEffectItem;
  currency: string;
  /** True when another item has the same title, so that the barcode is shown. */
  hasTwin: boolean;
};

const Row = ({ of: item, currency, hasTwin }: RowProps) => {
  const { t } = useTranslation('offer');
  const { number } = useFormat();
  const isChanged = item.after !== item.before;
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0">
          <Link to={paths.product(item.product_id)} className="text-ink hover:underline">
            <bdi>{item.title}</bdi>
          </Link>
          {hasTwin && item.barcode ? (
            <Bdi dir="ltr" className="mx-1.5 text-sm text-subtle">
              {item.barcode}
            </Bdi>
          ) : null}
          {item.quantity === 1 ? null : (
            <Bdi dir="ltr" className="mx-1.5 text-sm whitespace-nowrap text-subtle">
              × {number(item.quantity)}
            </Bdi>
          )}
        </span>
        <span className="flex shrink-0 items-baseline gap-1.5 tabular">
          {isChanged ? (
            <>
              <s className="text-sm text-subtle">
                <span className="sr-only">{t('effect.before')} </span>
                <MoneyText amount={item.before} currency={currency} />
              </s>
              <ArrowRight aria-hidden="true" className="size-3.5 self-center text-subtle rtl:-scale-x-100" />
            </>
          ) : null}
          <span className={cx('font-medium', item.below_cost ? 'text-danger-text' : 'text-ink')}>
            {isChanged ? <span className="sr-only">{t('effect.after')} </span> : null}
            <MoneyText amount={item.after} currency={currency} />
          </span>
        </span>
      </div>
      <EffectReason of={item} />
      {item.below_cost && item.cost !== null ? (
        <p className="text-sm text-danger-text">
          {t('effect.below_cost')} <MoneyText amount={item.cost} currency={currency} />
        </p>
      ) : null}
    </li>
  );
};

/** Explains why the rule does not set the price, and what does instead. */
const EffectReason = ({ of: { verdict, reason, message, winner } }: { of: ShownEffectItem }) => {
  const { t } = useTranslation('offer');
  if (verdict === 'now') return null;
  const why = reason === null ? null : t(`effect.reason.${reason.replace('coupon.', 'coupon_')}`);
  const instead = winner ? t('effect.instead', { title: isolateBidi(winner.title) }) : null;
  const tone = { never: 'text-warning-text', out_of_bounds: 'text-danger-text', other_times: 'text-muted' };
  return (
    <p className={cx('text-sm', tone[verdict])}>
      {[message ?? t(`effect.verdict.${verdict}`), message ? null : why, instead]
        .filter((part) => part !== null)
        .join(' · ')}
    </p>
  );
};
