import { Clock } from 'lucide-react';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { DelayedFallback, Skeleton } from '../../ui/index.ts';

type Effect = RowOf<typeof api.setting.effect>;
type BranchEffect = Effect['branches'][number];

/** The cards that show what currently applies. */
export type EffectKind = 'delivery' | 'minimum' | 'tax' | 'cash' | 'slots';

/** Reloads every minute, because the hours of discounts begin and end without an event. */
const EVERY = 60_000;

/** Returns functions that describe in sentences how a card's settings affect a branch's orders. */
function useSentences(currency: string): Record<EffectKind, (branch: BranchEffect) => string> {
  const { t } = useTranslation('setting');
  const format = useFormat();
  const money = (amount: number) => isolateBidi(format.money(amount, currency));
  const deliver = (delivery: BranchEffect['deliveries'][number]): string => {
    const { place, amount, free_after, amount_after } = delivery;
    const where = place === null ? 'all' : 'place';
    const afterwards = amount_after === 0 ? 'charge_until' : 'charge_then';
    const what = amount === 0 ? 'free' : free_after === null ? 'charge' : afterwards;
    return t(`now.delivery.${where}_${what}`, {
      place: isolateBidi(place ?? ''),
      amount: money(amount),
      free: money(free_after ?? 0),
      later: money(amount_after),
    });
  };
  return {
    delivery: ({ deliveries }) =>
      deliveries.length === 0 ? t('now.delivery.none') : deliveries.map(deliver).join(' '),
    minimum: ({ minimum: { order, products, place } }) => {
      const sentences = [
        order > 0 ? t('now.minimum.order', { order: money(order) }) : '',
        products > 0 ? t('now.minimum.products', { count: products, shown: format.number(products) }) : '',
        place ? t('now.minimum.place', { place: isolateBidi(place.name), order: money(place.order) }) : '',
      ].filter(Boolean);
      return sentences.length === 0 ? t('now.minimum.none') : sentences.join(' ');
    },
    tax: ({ tax: { mode, price, tax, due } }) =>
      t(`now.tax.${tax === 0 ? 'none' : mode}`, { price: money(price), tax: money(tax), due: money(due) }),
    cash: ({ cash }) =>
      cash === null
        ? t('now.cash.none')
        : cash.amount === cash.paid
          ? t('now.cash.exact')
          : t('now.cash.rounded', { amount: money(cash.amount), paid: money(cash.paid) }),
    slots: ({ slots, next_slot }) =>
      slots.length === 0
        ? t(`now.next.${next_slot.slot}`, { from: isolateBidi(next_slot.from) })
        : slots.map(({ slot, until }) => t(`now.slot.${slot}`, { until: isolateBidi(until) })).join(' '),
  };
}

type Group = { readonly text: string; readonly names: readonly string[] };

/** Groups the branches by their sentence, the most common first. */
function groupByText(branches: readonly BranchEffect[], say: (branch: BranchEffect) => string): Group[] {
  const groups = new Map<string, string[]>();
  for (const branch of branches) {
    const text = say(branch);
    groups.set(text, [...(groups.get(text) ?? []), branch.branch_name]);
  }
  return [...groups]
    .map(([text, names]) => ({ text, names }))
    .toSorted((a, b) => b.names.length - a.names.length);
}

/**
 * Shows how a card's saved settings currently affect orders, as the server prices them; listed by branch where branches
 * differ.
 * Rule: docs/rules/prices.md#what-holds-now
 */
export const HoldsNow = ({ of }: { of: EffectKind }) => {
  const { t } = useTranslation(['setting', 'kit']);
  const { results, failure } = useRead(api.setting.effect, {}, { every: EVERY });
  if (!results && failure) return <p className="text-sm text-danger-text">{failure.message}</p>;
  if (!results)
    return (
      <DelayedFallback label={t('now.loading')}>
        <Skeleton className="w-2/3" />
      </DelayedFallback>
    );
  return (
    <div className="flex gap-2 sm:col-span-full rounded-md bg-sunken px-3 py-2 text-sm text-muted">
      <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {results.branches.length === 0 ? t('now.no_branch') : <EffectSentences of={of} effect={results} />}
      </div>
    </div>
  );
};

const EffectSentences = ({ of, effect }: { of: EffectKind; effect: Effect }) => {
  const { t } = useTranslation('setting');
  const { list } = useFormat();
  const groups = groupByText(effect.branches, useSentences(effect.currency)[of]);
  const [first, ...others] = groups;
  if (!first) return null;
  if (others.length === 0) return <p>{first.text}</p>;
  return (
    <dl className="grid gap-1">
      {[...others, first].map(({ text, names }) => (
        <div key={text}>
          <dt className="inline font-medium text-ink">
            {names.length > 1 && names === first.names ? t('now.other_branches') : <Bdi>{list(names)}</Bdi>}:{' '}
          </dt>
          <dd className="inline">{text}</dd>
        </div>
      ))}
    </dl>
  );
};
