import { useState } from 'react';
import { addCartToLines } from './draft.ts';
import { focusAfterRender, SEARCH_SELECTOR } from './focus.ts';
import { useCustomerCard } from './use-customer-card.ts';
import type { OrderDraft } from './use-order-draft.ts';

/**
 * Returns the last order of a known customer, and the action to order it again from the customer's card or the item
 * search.
 * Rule: docs/rules/phone-orders.md#customer-card
 */
export function useLastOrder(orderDraft: OrderDraft) {
  const { client, lines } = orderDraft.draft;
  const { card, failure } = useCustomerCard(
    client?.id == null ? null : client.phone || null,
    orderDraft.branch_id,
  );
  const [repeated, setRepeated] = useState<number | null>(null);
  const last = card?.last_order ?? null;
  const order = last && last.cart.length + last.not_sold.length > 0 ? last : null;
  const repeat = () => {
    if (!order) return;
    const next = addCartToLines(lines, order.cart);
    orderDraft.set({ lines: next });
    setRepeated(order.id);
    focusAfterRender(next.length > 0 ? '[data-line] [data-quantity]' : SEARCH_SELECTOR);
  };
  return {
    card,
    failure,
    /** The order that can be repeated; null when there is none. */
    order,
    repeat,
    /** The titles of items that were left out when the order was repeated. */
    notSold: order && repeated === order.id ? order.not_sold.map(({ title }) => title) : [],
  };
}

export type LastOrder = ReturnType<typeof useLastOrder>;
