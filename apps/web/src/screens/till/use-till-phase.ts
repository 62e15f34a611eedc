import { isRouteAllowed } from '@dukkan/commerce';
import { useEffect, useEffectEvent, useState } from 'react';
import { i18n } from '../../lib/i18n.ts';
import { CallFailure } from '../../lib/server/call.ts';
import { markPaired, setTill } from '../../lib/till.ts';
import {
  checkBrowser,
  deliverRest,
  type OpenTill,
  startTill,
  type TillRefusal,
  takeTillLock,
} from './data/open-till.ts';
import { type Cashier, openTillStore, type TillStore } from './data/till-store.ts';

export type TillPhase =
  | { readonly kind: 'checking' }
  | { readonly kind: 'refused'; readonly reason: TillRefusal }
  | { readonly kind: 'unpaired'; readonly store: TillStore; readonly again: () => void }
  | { readonly kind: 'locked'; readonly again: () => void }
  | { readonly kind: 'filling'; readonly items: number }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly isUnpaired: boolean;
      readonly again: () => void;
      readonly unpair: () => void;
    }
  /** Without a server, and nobody has sold here yet. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'open'; readonly till: OpenTill };

type Person = { readonly cashier: Cashier | null; readonly isOffline: boolean };

const CHECKING: TillPhase = { kind: 'checking' };

/** What was opened, to be closed in turn; what is opened after the end is closed at once. */
function createCloser() {
  const ends: (() => void)[] = [];
  let isOver = false;
  return {
    isOver: () => isOver,
    add: (end: () => void) => {
      if (isOver) end();
      else ends.push(end);
    },
    close: () => {
      isOver = true;
      for (const end of ends.toReversed()) end();
    },
  };
}
type Closer = ReturnType<typeof createCloser>;

/** Opens the till step by step: what the browser can, what it is paired as, its only tab, its pack. */
export function useTillPhase({ cashier, isOffline }: Person): TillPhase {
  const [phase, setPhase] = useState<TillPhase>(CHECKING);
  const [attempt, setAttempt] = useState(0);
  // who sells since a start without the server; the sale goes on when the server confirms that person
  const [holder, setHolder] = useState<number | null>(null);
  const isHere = holder !== null && (cashier === null || cashier.id === holder);
  const person = cashier === null || isHere ? 'here' : cashier.id;
  const isReady = cashier !== null || isOffline || isHere;

  const open = useEffectEvent(async (closer: Closer) => {
    const show = (next: TillPhase) => {
      if (!closer.isOver()) setPhase(next);
    };
    const again = () => {
      setPhase(CHECKING);
      setAttempt((before) => before + 1);
    };
    const store = await checkBrowser(openTillStore);
    if (typeof store === 'string') return show({ kind: 'refused', reason: store });
    closer.add(store.close);
    const [device, keys] = await Promise.all([store.readDevice(), store.readKeys()]);
    markPaired(device !== undefined);
    if (!device || !keys) return show({ kind: 'unpaired', store, again });
    const release = await takeTillLock(device.id);
    if (!release) return show({ kind: 'locked', again });
    closer.add(release);
    setTill({ id: device.id, branch_id: device.branch_id, name: device.name });
    const seller = cashier ?? (await store.readCashier()) ?? null;
    if (!seller || !isRouteAllowed(seller.permissions, ['seller', 'sessions']))
      return show({ kind: 'nobody' });
    if (cashier) await store.storeCashier(cashier);
    else setHolder(seller.id);
    try {
      const onProgress = (items: number) => show({ kind: 'filling', items });
      const till = await startTill({ store, device, keys, cashier: seller, onProgress });
      closer.add(till.stop);
      show({ kind: 'open', till });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const unpair = async () => {
        setPhase(CHECKING);
        const left = await deliverRest(store, device, keys);
        if (left > 0)
          return show({ kind: 'failed', message: i18n.t('till:failed.waiting', { count: left }), ...ways });
        await store.forgetPairing();
        again();
      };
      const isUnpaired = error.code === 'till.not_paired' || error.code === 'till.unpaired';
      const ways = { isUnpaired, again, unpair: () => void unpair() };
      show({ kind: 'failed', message: error.message, ...ways });
    }
  });
  const key = isReady ? `${person} ${attempt}` : null;
  useEffect(() => {
    if (key === null) return;
    const closer = createCloser();
    open(closer).catch((error: unknown) => {
      // whoever leaves the page closes the store under a start that is still reading it
      if (!closer.isOver()) throw error;
    });
    return closer.close;
  }, [key]);
  return phase;
}
