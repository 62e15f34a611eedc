import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The PostgreSQL of a shop's folder: the postmaster, and everyone it made. */
function everyoneOf(folder: string): number[] {
  const pid = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return [pid, ...children];
}

function tell(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // it ended by itself
    }
  }
}

/** Stops the PostgreSQL of a shop's folder in the middle of whatever it does. @returns what lets it go on */
export function freeze(folder: string): () => void {
  const pids = everyoneOf(folder);
  tell(pids, 'SIGSTOP');
  return () => tell(pids, 'SIGCONT');
}

/** Kills the PostgreSQL of a shop's folder as a power cut would: the postmaster and everyone it made. */
export async function cutPower(folder: string, cluster: { readonly ended: Promise<unknown> }): Promise<void> {
  tell(everyoneOf(folder), 'SIGKILL');
  await cluster.ended;
}
