import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns whether a process with this number exists. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function ps(pid, column) {
  return spawnSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/** Returns a process's command line; slim images have no ps, but Linux has /proc. */
export function commandLine(pid) {
  if (!existsSync('/proc/self/cmdline')) return ps(pid, 'args');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/**
 * Returns the start time of a process, which distinguishes it from a later one with the same number; empty when there
 * is none.
 */
export function birth(pid) {
  if (!existsSync('/proc/self/stat')) return ps(pid, 'lstart').trim();
  try {
    // the name in parentheses may contain spaces, so the 22nd field is counted as the 20th after it
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Waits until a process has ended; returns false if it has not within the time. */
export async function hasEnded(pid, withinMs) {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(25)) if (!isAlive(pid)) return true;
  return !isAlive(pid);
}
