import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves when this process is asked to stop: by Ctrl-C, a signal, or the end of its starter (over the channel of an
 * older Node, or of npm, which cannot tell its children when it is killed).
 *
 * @returns {Promise<string>} the reason
 */
export function untilStopped() {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].map(
    (signal) => new Promise((resolve) => process.on(signal, () => resolve(signal))),
  );
  const channel = new Promise((resolve) => process.once('disconnect', () => resolve('the starter ended')));
  // the channel alone must not keep a failed start alive
  process.channel?.unref();
  return Promise.race([...signals, channel, untilOrphaned()]);
}

/**
 * Resolves when npm, which started this script, has ended. The package's scripts use `exec`, so that no shell is
 * between npm and this process.
 */
export async function untilOrphaned() {
  if (!process.env.npm_lifecycle_event) return new Promise(() => undefined);
  for (const parent = process.ppid; process.ppid === parent; ) await sleep(500, undefined, { ref: false });
  return 'npm ended';
}
