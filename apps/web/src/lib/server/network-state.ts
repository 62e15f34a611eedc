import { createStore, useStore } from '../store.ts';

/**
 * Whether the server is reached. One outage is one state: the banner and the single toast follow it, however
 * many calls fail meanwhile (ux.md, 'Network loss is one banner that heals itself').
 */
const networkStore = createStore<'ok' | 'lost'>('ok');

/** Said by `call` after each answer or its lack. */
export function setNetworkState(state: 'ok' | 'lost'): void {
  networkStore.set(state);
}

export const networkState = networkStore.get;
export const onNetworkChange = networkStore.subscribe;
export const useNetwork = (): 'ok' | 'lost' => useStore(networkStore);
