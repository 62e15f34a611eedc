import { createStore, useStore } from '../lib/store.ts';

/** What lies above the page, if anything; each is loaded when it is first asked for. */
export type Panel = 'palette' | 'shortcuts' | 'tour';

const panelStore = createStore<Panel | null>(null);

export const showPanel = (panel: Panel | null): void => panelStore.set(panel);
export const usePanel = (): Panel | null => useStore(panelStore);
