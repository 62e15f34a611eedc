import { useOnlyBranch } from '../../../lib/only-branch.ts';
import { api } from '../../../lib/server/api.ts';
import { useBranch } from '../../../lib/server/current-branch.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { useBranchZone } from '../../../lib/shop-zone.ts';
import type { Till } from '../../../lib/till.ts';
import type { NewOrderDraft } from './draft.ts';
import { useCustomerCard } from './use-customer-card.ts';

/** Loads a customer's addresses, the default one first. */
export function useCustomerAddresses(client: NewOrderDraft['client'], branch_id: number | null) {
  const client_id = client?.id ?? null;
  const { can } = useSession();
  const read = useRead(
    api.address.list,
    { user_id: client_id ?? 0, status: 1, limit: 20, sort_by: 'id', sort_as: 'desc' },
    { enabled: client_id !== null && can(api.address.list) },
  );
  // users without access to addresses get those on the customer's card, which is found by phone
  const card = useCustomerCard(client_id === null ? null : (client?.phone ?? null), branch_id);
  if (client_id === null) return { addresses: [], isKnown: true };
  if (!can(api.address.list)) return { addresses: card.card?.addresses ?? [], isKnown: !card.loading };
  // until the new rows arrive, the previous customer's rows are still there, so they are filtered out
  const rows = (read.results ?? []).filter(({ user_id }) => user_id === client_id);
  return {
    addresses: rows.toSorted((a, b) => b.default - a.default),
    isKnown: read.results !== undefined && !read.isPlaceholderData,
  };
}

/** Loads the delivery terms of the order's address from the current zones, even before the cart has items. */
export function useDeliveryQuote({ client, address_id, place, type, branch_id }: NewOrderDraft) {
  const { addresses, isKnown } = useCustomerAddresses(client, branch_id);
  const address = addresses.find(({ id }) => id === address_id) ?? null;
  const lat = address ? address.lat : place.lat;
  const lng = address ? address.lng : place.lng;
  const area_id = address ? address.info.area_id : place.area_id;
  const point = lat === null || lng === null ? null : { lat, lng };
  const enabled = type === 'delivery' && (point !== null || area_id !== null);
  const read = useRead(
    api.location.quote,
    {
      ...(point ? { point } : {}),
      ...(area_id === null ? {} : { area_id }),
      ...(branch_id === null ? {} : { branch_id }),
    },
    { enabled },
  );
  const currentQuote = enabled && !read.failure ? read.results : undefined;
  return {
    addresses,
    address,
    isKnown,
    isPlaced: enabled,
    quote: currentQuote?.name === undefined ? null : currentQuote,
    /** True outside the delivery area. */
    none: enabled && read.failure?.code === 'no_delivery',
  };
}

export type DeliveryQuote = ReturnType<typeof useDeliveryQuote>;

/** Finds the branch of an order: the selected one, or the one whose zone has the address. */
export function useOrderBranch(draft: NewOrderDraft, ownTill: Till | null) {
  const chosen = useBranch();
  // the only branch needs no selection; a pin never changes the branch by itself
  const only = useOnlyBranch();
  const selected = draft.branch_id ?? chosen ?? ownTill?.branch_id ?? only;
  const place = useDeliveryQuote({ ...draft, branch_id: selected });
  const elsewhere = place.quote?.elsewhere ?? null;
  const branch_id = selected ?? place.quote?.branch_id ?? null;
  return {
    place,
    branch_id,
    zone: useBranchZone(branch_id),
    /** The branches that serve the pin, while the user has not decided between them and the selected branch. */
    elsewhere: draft.keep_branch && elsewhere?.may_keep ? null : elsewhere,
  };
}
