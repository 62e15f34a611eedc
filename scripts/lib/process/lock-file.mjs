import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { birth, isAlive } from './process-status.mjs';

/** Returns the process that wrote a lock file as `number birth`, if it is still running. */
export function findLockOwner(file) {
  try {
    const [pid, ...born] = readFileSync(file, 'utf8').split(' ');
    return isAlive(Number(pid)) && birth(Number(pid)) === born.join(' ') ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a process into a lock file, with its start time, because process numbers are reused. */
export function writeOwner(file, pid, flag = 'w') {
  writeFileSync(file, `${pid} ${birth(pid)}`, { flag });
}

/**
 * Makes this process the only owner of a lock file; takes over the file of a killed process.
 *
 * @param {string} file
 * @param {number} waitMs how long to wait for a running owner
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
