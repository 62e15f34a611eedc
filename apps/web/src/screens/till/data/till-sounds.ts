import { playNotes } from '../../../lib/play-notes.ts';
import { createStore, readStored, useStore, writeStored } from '../../../lib/store.ts';

// tones made by the browser, so that no file is loaded and a till without a network has them

const KEY = 'dukkan.till.muted';
const mutedStore = createStore(readStored('local', KEY) === '1');
export const useIsTillMuted = (): boolean => useStore(mutedStore);

/** Stores on this device whether the till is silent. */
export function setTillMuted(muted: boolean): void {
  mutedStore.set(muted);
  writeStored('local', KEY, muted ? '1' : null);
}

/** The pitches of a sound in hertz, one after the other; each has another tune, so that it is known without looking. */
const TUNES = {
  added: [1_320],
  unknown: [330, 247],
  paid: [880, 1_175, 1_568],
} as const satisfies Readonly<Record<string, readonly number[]>>;
export type TillSound = keyof typeof TUNES;

let speaker: AudioContext | null = null;

/** Plays a sound; browsers allow it after the first key press of a page. */
export function playSound(name: TillSound): void {
  if (mutedStore.get() || typeof AudioContext !== 'function') return;
  speaker ??= new AudioContext();
  if (speaker.state !== 'running') {
    void speaker.resume().catch(() => undefined);
    return;
  }
  playNotes(speaker, { pitches: TUNES[name], every: 0.07, lasts: 0.112, loudness: 0.2, swell: 0.01 });
}
