import { useEffect } from 'react';
import { createStore, readStored, useStore, writeStored } from '../../../lib/store.ts';

// a sound for orders that nobody has looked at; drawn by the browser itself, so that no file is loaded

const KEY = 'dukkan.orders.muted';
const EVERY_MS = 5_000;
const NOTES = [784, 1047];
const NOTE_SECONDS = 0.16;

const mutedStore = createStore(readStored('local', KEY) === '1');
export const useIsMuted = (): boolean => useStore(mutedStore);

/** Kept on this device: a till in the shop rings, a manager's laptop may not. */
export function setMuted(muted: boolean): void {
  mutedStore.set(muted);
  writeStored('local', KEY, muted ? '1' : null);
}

let speaker: AudioContext | null = null;

/** The browser lets a page sound only after somebody has touched it. */
const wake = () => {
  if (typeof AudioContext !== 'function') return;
  speaker ??= new AudioContext();
  void speaker.resume().catch(() => undefined);
};

/** Two notes, one after the other, fading. */
function chime(): void {
  if (speaker?.state !== 'running') return;
  for (const [at, pitch] of NOTES.entries()) {
    const start = speaker.currentTime + at * NOTE_SECONDS;
    const tone = speaker.createOscillator();
    const loudness = speaker.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, start);
    loudness.gain.exponentialRampToValueAtTime(0.25, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_SECONDS * 2);
    tone.connect(loudness).connect(speaker.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS * 2);
  }
}

/** Rings at once and every few seconds while `count` orders are unseen and the sound is on. */
export function useNewOrderSound(count: number): void {
  const muted = useIsMuted();
  useEffect(() => {
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) addEventListener(event, wake);
    return () => {
      for (const event of events) removeEventListener(event, wake);
    };
  }, []);
  useEffect(() => {
    if (muted || count === 0) return;
    chime();
    const timer = setInterval(chime, EVERY_MS);
    return () => clearInterval(timer);
  }, [muted, count]);
}
