import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { birth, isAlive } from './process-status.mjs';

/** The process that wrote a file as `number birth`, if it still lives. */
export function findLockOwner(file) {
  try {
    const [pid, ...born] = readFileSync(file, 'utf8').split(' ');
    return isAlive(Number(pid)) && birth(Number(pid)) === born.join(' ') ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a process into a file, so that a later start can tell it from another of the same number. */
export function writeOwner(file, pid, flag = 'w') {
  writeFileSync(file, `${pid} ${birth(pid)}`, { flag });
}

/**
 * Makes this process a file's only owner; the claim of a process that was killed is taken over.
 *
 * @param {string} file
 * @param {number} waitMs how long a living owner is waited for
 * @returns {Promise<{ release: () => void } | { heldBy: number }>}
 */
export async function lockFile(file, waitMs) {
  for (const end = Date.now() + waitMs; ; await sleep(100)) {
    try {
      writeOwner(file, process.pid, 'wx');
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const heldBy = findLockOwner(file);
    if (heldBy === undefined) rmSync(file, { force: true });
    else if (Date.now() > end) return { heldBy };
  }
}
