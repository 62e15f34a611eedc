import { createStore, useStore } from '../store.ts';

/** Whether the server is reachable, as one state for all calls, so that an outage shows one banner and one toast. */
const networkStore = createStore<'ok' | 'lost'>('ok');

/** Sets the state; `callApi` does so after every answer or failure. */
export function setNetworkState(state: 'ok' | 'lost'): void {
  networkStore.set(state);
}

export const networkState = networkStore.get;
export const onNetworkChange = networkStore.subscribe;
export const useNetworkState = (): 'ok' | 'lost' => useStore(networkStore);
