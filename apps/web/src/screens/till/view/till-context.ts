import { createContext, use, useSyncExternalStore } from 'react';
import { useStore } from '../../../lib/store.ts';
import type { OpenTill } from '../data/open-till.ts';
import type { TillView } from '../data/till-view.ts';

export const TillContext = createContext<OpenTill | null>(null);

/** Returns the till of this page. */
export function useOpenTill(): OpenTill {
  const till = use(TillContext);
  if (!till) throw new Error('outside of a till');
  return till;
}

/** Returns a part of what the till shows; the component renders again when that part changes. */
export function useView<T>(read: (view: TillView) => T): T {
  const { view } = useOpenTill().session;
  return useSyncExternalStore(view.subscribe, () => read(view.get()));
}

/** Returns the machine's state. */
export const useMachine = () => useStore(useOpenTill().machine.state);
