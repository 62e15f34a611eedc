import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kills the PostgreSQL of a shop's folder as a power cut would: the postmaster and everyone it made. */
export async function cutPower(folder: string, cluster: { readonly ended: Promise<unknown> }): Promise<void> {
  const pid = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  process.kill(pid, 'SIGKILL');
  for (const child of children) {
    try {
      process.kill(child, 'SIGKILL');
    } catch {
      // it ended by itself
    }
  }
  await cluster.ended;
}
