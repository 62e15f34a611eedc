import { createStore, readStored, useStore, writeStored } from '../../lib/store.ts';

const NAME = 'dukkan.step';

const stepStore = createStore(readStored('tab', NAME));

/** Returns the setup step opened from Home in this tab, to suggest the next step when it is done. */
export const useGuidedStep = (): string | null => useStore(stepStore);

export function setGuidedStep(key: string | null): void {
  writeStored('tab', NAME, key);
  stepStore.set(key);
}
