import { readFileSync } from 'node:fs';

/** Seconds of processor that a process has used; none where it has ended. */
export function cpuOf(pid) {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    return (user + system) / 100;
  } catch {
    return 0;
  }
}

/** What each process had used when it was last seen: a connection that ends takes nothing of the sum with it. */
const used = new Map();

function sumOf(rows) {
  for (const { pid } of rows) used.set(pid, cpuOf(pid));
  return [...used.values()].reduce((all, one) => all + one, 0);
}

/** The same of the database's processes that answer the API. */
export async function answeringCpu(client) {
  const { rows } = await client.query(
    "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'dukkan%'",
  );
  return sumOf(rows);
}

/** The same with those that work for everyone and stay. */
export async function databaseCpu(client) {
  const { rows } = await client.query(`SELECT pid FROM pg_stat_activity WHERE backend_type <> 'client backend'
    OR application_name LIKE 'dukkan%'`);
  return sumOf(rows);
}

/** Megabytes of memory that a process holds; none where it has ended. */
export function residentOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Looks at a process's memory again and again; `end` answers the most that it held. */
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
