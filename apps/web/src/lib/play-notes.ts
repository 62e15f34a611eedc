/** How notes sound: made by the browser, so that no file is loaded. */
export type Notes = {
  /** Hertz, one after the other. */
  readonly pitches: readonly number[];
  /** From the start of a note to the next, in seconds. */
  readonly every: number;
  /** How long a note is heard, in seconds. */
  readonly lasts: number;
  readonly loudness: number;
  /** The time until a note is at its loudest, in seconds. */
  readonly swell: number;
};

const SILENCE = 0.0001;

/** Plays fading notes in sequence. */
export function playNotes(speaker: AudioContext, { pitches, every, lasts, loudness, swell }: Notes): void {
  const { currentTime } = speaker;
  for (const [at, pitch] of pitches.entries()) {
    const start = currentTime + at * every;
    const tone = speaker.createOscillator();
    const volume = speaker.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(SILENCE, start);
    volume.gain.exponentialRampToValueAtTime(loudness, start + swell);
    volume.gain.exponentialRampToValueAtTime(SILENCE, start + lasts);
    tone.connect(volume).connect(speaker.destination);
    tone.start(start);
    tone.stop(start + lasts);
  }
}
