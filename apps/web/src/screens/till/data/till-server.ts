import { tillApi } from 'virtual:endpoints/till';
import { toMinorRounded } from '@dukkan/commerce';
import { i18n } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import type { RowOf } from '../../../lib/server/endpoint.ts';
import type { DraftCoupon, SaleDraft } from './draft.ts';
import type { OpenTill } from './open-till.ts';
import { toSaleCart } from './sale-body.ts';
import type { StoredHold } from './till-store.ts';

/** A cart that can be taken up: from the server, or put aside here while there was none. */
export type HeldCart = {
  readonly uuid: string;
  readonly title: string;
  readonly held_at: string;
  readonly device_name: string;
  readonly draft: SaleDraft | null;
  readonly isHere: boolean;
};

const readDraft = (cart: string): SaleDraft | null => {
  try {
    const draft = JSON.parse(cart) as SaleDraft;
    return Array.isArray(draft.lines) ? draft : null;
  } catch {
    return null;
  }
};

/** Tells the server of the carts that were put aside while it did not answer. */
export async function sendHolds({ store, device }: OpenTill): Promise<void> {
  for (const hold of await store.readHolds()) {
    if (hold.is_sent) continue;
    const { uuid, title, draft } = hold;
    await callApi(
      tillApi.heldCart.save,
      { uuid, device_id: device.id, title: title || device.name, cart: JSON.stringify(draft) },
      { branchId: device.branch_id },
    );
    await store.storeHold({ ...hold, is_sent: true });
  }
}

const toOwn = ({ uuid, title, held_at, draft }: StoredHold, device_name: string): HeldCart => ({
  uuid,
  title,
  held_at,
  device_name,
  draft,
  isHere: true,
});

/** Lists the carts that were put aside in the branch; without a server those of this till. */
export async function listHeldCarts(till: OpenTill): Promise<HeldCart[]> {
  const { store, device } = till;
  try {
    await sendHolds(till);
    const { results } = await callApi(
      tillApi.heldCart.list,
      { branch_id: device.branch_id, limit: 100 },
      { branchId: device.branch_id },
    );
    const there = new Set(results.map(({ uuid }) => uuid));
    // taken up at another till, or run out
    for (const { uuid } of await store.readHolds()) if (!there.has(uuid)) await store.dropHold(uuid);
    return results.map((row) => ({
      uuid: row.uuid,
      title: row.title,
      held_at: row.created_at,
      device_name: row.device_name,
      draft: readDraft(row.cart),
      isHere: row.device_id === device.id,
    }));
  } catch (error) {
    if (!(error instanceof CallFailure) || !error.network) throw error;
    return (await store.readHolds()).map((hold) => toOwn(hold, device.name));
  }
}

/** Takes a cart up. One till gets it; without a server a till takes up its own. @throws CallFailure */
export async function takeHeldCart(till: OpenTill, cart: HeldCart): Promise<SaleDraft | null> {
  const { store, device } = till;
  let { draft } = cart;
  try {
    const { results } = await callApi(
      tillApi.heldCart.take,
      { uuid: cart.uuid, device_id: device.id },
      { branchId: device.branch_id },
    );
    draft = readDraft(results.cart);
  } catch (error) {
    if (!(error instanceof CallFailure) || !error.network || !cart.isHere) throw error;
  }
  await store.dropHold(cart.uuid);
  return draft;
}

type Quote = RowOf<typeof api.order.price>;

/** Asks the server what a coupon takes off this cart. @throws CallFailure; a refused coupon is one with its reason */
export async function askCoupon(till: OpenTill, code: string): Promise<DraftCoupon> {
  const { device, session } = till;
  const { draft } = session.view.get();
  const { scale } = session.shop.settings;
  const { results } = await callApi(
    api.order.price,
    {
      branch_id: device.branch_id,
      device_id: device.id,
      type: draft.type,
      coupon: code,
      ...(draft.client ? { client: { phone: draft.client.phone, name: draft.client.name || null } } : {}),
      cart: toSaleCart(draft),
    },
    { branchId: device.branch_id },
  );
  const step = findCouponStep(results);
  const refusal = results.warnings.find((one) => one.code.startsWith('coupon.'));
  if (!step) throw new CallFailure(refusal?.message ?? i18n.t('till:coupon.nothing'));
  const lines = results.lines.flatMap(({ coupon_share }, at) => {
    const key = draft.lines[at]?.key;
    return coupon_share > 0 && key ? [key] : [];
  });
  const amount = results.lines.reduce(
    (sum, { coupon_share }) => sum + toMinorRounded(coupon_share, scale),
    0n,
  );
  return { code, id: step, amount: Number(amount), lines };
}

/** The id of the coupon that was applied; null for none. */
function findCouponStep({ lines, steps }: Quote): number | null {
  const all = [...steps, ...lines.flatMap((line) => line.steps)];
  return all.find(({ kind, applied }) => kind === 'coupon' && applied)?.id ?? null;
}
