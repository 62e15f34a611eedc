import { isRouteAllowed } from '@dukkan/commerce';
import { useEffect, useState } from 'react';
import { i18n } from '../../lib/i18n.ts';
import { CallFailure } from '../../lib/server/call.ts';
import { markPaired, setTill } from '../../lib/till.ts';
import {
  checkBrowser,
  deliverRest,
  lockTill,
  type OpenTill,
  openTill,
  type TillRefusal,
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

/** Opens the till step by step: what the browser can, what it is paired as, its only tab, its pack. */
export function useTillPhase({ cashier, isOffline }: Person): TillPhase {
  const [phase, setPhase] = useState<TillPhase>(CHECKING);
  const [turn, setTurn] = useState(0);
  const isKnown = cashier !== null || isOffline;
  const person = cashier?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person opens the till anew, a renewed profile does not
  useEffect(() => {
    if (!isKnown) return;
    let isOver = false;
    const ends: (() => void)[] = [];
    const show = (next: TillPhase) => {
      if (!isOver) setPhase(next);
    };
    const keep = (end: () => void) => {
      if (isOver) end();
      else ends.push(end);
    };
    const again = () => {
      setPhase(CHECKING);
      setTurn((before) => before + 1);
    };
    const open = async () => {
      const store = await checkBrowser(openTillStore);
      if (typeof store === 'string') return show({ kind: 'refused', reason: store });
      keep(store.close);
      const [device, keys] = await Promise.all([store.readDevice(), store.readKeys()]);
      markPaired(device !== undefined);
      if (!device || !keys) return show({ kind: 'unpaired', store, again });
      const release = await lockTill(device.id);
      if (!release) return show({ kind: 'locked', again });
      keep(release);
      setTill({ id: device.id, branch_id: device.branch_id, name: device.name });
      const known = cashier ?? (await store.readCashier()) ?? null;
      if (!known || !isRouteAllowed(known.permissions, ['seller', 'sessions']))
        return show({ kind: 'nobody' });
      if (cashier) await store.storeCashier(cashier);
      try {
        const till = await openTill({
          store,
          device,
          keys,
          cashier: known,
          onProgress: (items) => show({ kind: 'filling', items }),
        });
        keep(till.stop);
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
    };
    void open();
    return () => {
      isOver = true;
      for (const end of ends.toReversed()) end();
    };
  }, [person, isKnown, turn]);
  return phase;
}
