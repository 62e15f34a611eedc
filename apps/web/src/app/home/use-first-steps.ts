import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { AnyEndpoint, InputOf } from '../../lib/server/endpoint.ts';
import { savePreference } from '../../lib/server/preferences.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';

const STEPS = ['branch', 'products', 'prices', 'stock', 'zone', 'staff', 'order'] as const;
export type StepKey = (typeof STEPS)[number];

export type FirstStep = {
  readonly key: StepKey;
  readonly path: string;
  readonly done: boolean;
  readonly title: string;
  readonly text: string;
};

/** A shop with more orders than this no longer needs the setup steps. */
const GUIDED_ORDERS = 20;

const PATHS: Readonly<Record<StepKey, string>> = {
  branch: paths.branchNew,
  products: paths.productImportNew,
  prices: withQuery(paths.products, { unpriced: 1 }),
  stock: paths.receiptNew,
  zone: paths.zoneNew,
  staff: paths.accountNew,
  order: paths.orderNew,
};

/** Returns the number of records in a list; undefined while it loads. */
function useCount<E extends AnyEndpoint>(endpoint: E, filters: object, enabled: boolean): number | undefined {
  const { meta } = useRead(endpoint, { ...filters, limit: 1 } as InputOf<E>, { enabled });
  return (meta as { total: number } | undefined)?.total;
}

/**
 * Returns the setup steps of a new shop that were not dismissed, each with whether it is done. Returns null for accounts
 * that may not set up the shop and when the shop already has many orders; undefined while that is not known.
 */
export function useFirstSteps(): readonly FirstStep[] | null | undefined {
  const { t } = useTranslation('shell');
  const { number } = useFormat();
  const { can, user } = useSession();
  const aside = user?.preferences.steps_aside ?? [];
  const left = STEPS.filter((key) => !aside.includes(key));
  const needed = [api.branch.create, api.account.save, api.product.save, api.location.save, api.receipt.save];
  const isOwner = left.length > 0 && needed.every(can) && can(api.order.make);
  const orders = useCount(api.order.list, {}, isOwner);
  const isNew = isOwner && orders !== undefined && orders <= GUIDED_ORDERS;
  const branches = useCount(api.branch.list, {}, isNew);
  const products = useCount(api.product.list, {}, isNew);
  const unpriced = useCount(api.product.list, { unpriced: 1 }, isNew);
  const stocked = useCount(api.stock.list, { state: 'available' }, isNew);
  const zones = useCount(api.location.list, { type: 2 }, isNew);
  const staff = useCount(api.account.list, { role: 'staff' }, isNew);
  const counts = [branches, products, unpriced, stocked, zones, staff];
  if (!isOwner || (orders !== undefined && !isNew)) return null;
  if (counts.some((count) => count === undefined)) return undefined;
  const done: Readonly<Record<StepKey, boolean>> = {
    branch: branches !== 0,
    products: products !== 0,
    prices: products !== 0 && unpriced === 0,
    stock: stocked !== 0,
    zone: zones !== 0,
    // the first administrator is not counted as staff
    staff: (staff ?? 0) > 1,
    order: orders !== 0,
  };
  return left.map((key) => ({
    key,
    path: PATHS[key],
    done: done[key],
    title: t(`steps.${key}`),
    text:
      key === 'prices' && unpriced
        ? t('steps.prices_missing', { count: unpriced, shown: isolateBidi(number(unpriced)) })
        : t(`steps.${key}_text`),
  }));
}

/** Stores the dismissed steps in the profile, for all of the person's devices; an empty list brings all steps back. */
export function dismissFirstSteps(aside: readonly string[]): void {
  savePreference({ preferences: { steps_aside: [...aside] } });
}
