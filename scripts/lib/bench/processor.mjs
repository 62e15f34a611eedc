import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { livingOwner } from '../claim.mjs';
import { Failed } from '../failed.mjs';

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

const sumOf = (rows) => rows.reduce((all, { pid }) => all + cpuOf(pid), 0);

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

/** The process id of a stage's API. */
export function apiOf(stage) {
  const owners = readdirSync(stage.dataDir).filter((name) => /^api-\d+\.owner$/.test(name));
  const pid = owners.map((name) => livingOwner(join(stage.dataDir, name))).find((one) => one !== undefined);
  if (pid === undefined) throw new Failed('The API process of the stage is not found');
  return pid;
}
