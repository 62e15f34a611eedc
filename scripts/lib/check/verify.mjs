import { INVARIANTS, NOTICES } from '../../../apps/api/src/core/invariant/invariants.ts';
import { seconds } from '../print-step.mjs';
import { referencesOf } from './references.mjs';

/** The number of example rows shown for a violated rule. */
const SHOWN = 5;

async function ask(client, name, sql) {
  const from = Date.now();
  const { rows } = await client.query(sql);
  if (rows.length === 0) return { from, isBroken: false };
  console.log(`BROKEN ${name}`);
  showRows(rows);
  return { from, isBroken: true };
}

function showRows(rows) {
  for (const row of rows.slice(0, SHOWN)) console.log(`       ${JSON.stringify(row)}`);
  if (rows.length > SHOWN) console.log(`       and ${rows.length - SHOWN} more`);
}

/**
 * Checks the rules that must hold in every shop, and all references, in one snapshot of the database; only reads.
 * Suspicious data that violates no rule is reported as a notice and not counted as broken.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<{ asked: number, broken: number }>}
 */
export async function verify(client) {
  const all = Object.entries(INVARIANTS);
  let broken = 0;
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // sums over millions of rows need more memory than a page of a list
  await client.query(`SET LOCAL work_mem = '256MB'`);
  for (const [name, sql] of all) {
    const { from, isBroken } = await ask(client, name, sql);
    if (isBroken) broken += 1;
    else console.log(`holds  ${name} (${seconds(from)})`);
  }
  const references = Object.entries(await referencesOf(client));
  const from = Date.now();
  let astray = 0;
  for (const [name, sql] of references)
    if ((await ask(client, name, `${sql} LIMIT 1000`)).isBroken) astray += 1;
  if (astray === 0)
    console.log(`holds  every one of ${references.length} references leads somewhere (${seconds(from)})`);
  else broken += 1;
  for (const [name, sql] of Object.entries(NOTICES)) {
    const { rows } = await client.query(sql);
    if (rows.length === 0) continue;
    console.log(`notice ${rows.length} ${name}`);
    showRows(rows);
  }
  await client.query('COMMIT');
  return { asked: all.length + 1, broken };
}
