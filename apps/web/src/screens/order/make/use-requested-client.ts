import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { focusAfterRender, SEARCH_SELECTOR } from './focus.ts';
import type { OrderDraft } from './use-order-draft.ts';

/**
 * Takes the customer named by the address into the new order, as from the customer's page. An order that was begun for
 * somebody else is asked about first.
 */
export function useRequestedClient({ draft, set, clear }: OrderDraft) {
  const [address, setAddress] = useSearchParams();
  const { can } = useSession();
  const requested = /^[1-9]\d{0,9}$/.exec(address.get('client') ?? '')?.[0];
  const id = requested === undefined || !can(api.account.show) ? null : Number(requested);
  const { results } = useRead(api.account.show, { id: id ?? 0 }, { enabled: id !== null });
  const [question, setQuestion] = useState<string | null>(null);
  const forget = () => {
    setQuestion(null);
    setAddress(
      (now) => {
        now.delete('client');
        return now;
      },
      { replace: true },
    );
  };
  const take = () => {
    if (!results) return;
    set({ client: { id: results.id, name: results.name, phone: results.phone ?? '' }, address_id: null });
    focusAfterRender(SEARCH_SELECTOR);
    forget();
  };
  const meet = useEffectEvent(() => {
    if (!results) return;
    const isOther = draft.client !== null && draft.client.id !== results.id;
    if (draft.client === null) take();
    else if (isOther) setQuestion(results.name);
    else forget();
  });
  const foundId = results?.id;
  useEffect(() => {
    if (foundId !== undefined && foundId === id) meet();
  }, [foundId, id]);
  return {
    /** The customer for whom the begun order would be given up; null while nothing is asked. */
    question,
    confirm: () => {
      clear();
      take();
    },
    dismiss: forget,
  };
}
