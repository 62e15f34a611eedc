import { createStore, useStore } from '../lib/store.ts';

/** The panel above the page; each is loaded when it is first opened. */
export type Panel = 'palette' | 'shortcuts' | 'first-tour' | 'tour';

const panelStore = createStore<Panel | null>(null);

export const showPanel = (panel: Panel | null): void => panelStore.set(panel);
export const usePanel = (): Panel | null => useStore(panelStore);
