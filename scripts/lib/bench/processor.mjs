import { readFileSync } from 'node:fs';

/** Returns the seconds of processor time that a process has used; 0 after it has ended. */
export function cpuOf(pid) {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    return (user + system) / 100;
  } catch {
    return 0;
  }
}

/** The last known processor time of each process, so that connections that end stay in the sum. */
const used = new Map();

function sumOf(rows) {
  for (const { pid } of rows) used.set(pid, cpuOf(pid));
  return [...used.values()].reduce((all, one) => all + one, 0);
}

/**
 * Returns the processor time of the database processes that serve the API; the worker's, which sum up orders beside the
 * calls, are left out.
 */
export async function answeringCpu(client) {
  const { rows } = await client.query(
    "SELECT pid FROM pg_stat_activity WHERE application_name IN ('dukkan', 'dukkan-api', 'dukkan-reads')",
  );
  return sumOf(rows);
}

/** Returns the processor time of these and of PostgreSQL's background processes. */
export async function databaseCpu(client) {
  const { rows } = await client.query(`SELECT pid FROM pg_stat_activity WHERE backend_type <> 'client backend'
    OR application_name LIKE 'dukkan%'`);
  return sumOf(rows);
}

/** Returns the resident memory of a process in megabytes; 0 after it has ended. */
export function residentOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Samples a process's memory repeatedly; `end` returns the maximum. */
export function watchResident(pid) {
  let most = residentOf(pid);
  const watch = setInterval(() => {
    most = Math.max(most, residentOf(pid));
  }, 50);
  return {
    most: () => most,
    end: () => {
      clearInterval(watch);
      return most;
    },
  };
}
