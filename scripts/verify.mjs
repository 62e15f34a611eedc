import { INVARIANTS } from '../apps/api/src/core/invariants.ts';
import { connect } from './lib/database.mjs';
import { Failed, reportFailure } from './lib/failed.mjs';

// asks a database what must be true of every shop; reads only; exit 1 names what is not, with the first rows
const SHOWN = 5;

try {
  const client = await connect(process.env.DATABASE_URL ?? '');
  let broken = 0;
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    for (const [name, sql] of Object.entries(INVARIANTS)) {
      const { rows } = await client.query(sql);
      if (rows.length > 0) broken += 1;
      console.log(`${rows.length === 0 ? 'holds ' : 'BROKEN'} ${name}`);
      for (const row of rows.slice(0, SHOWN)) console.log(`       ${JSON.stringify(row)}`);
      if (rows.length > SHOWN) console.log(`       and ${rows.length - SHOWN} more`);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  if (broken > 0) throw new Failed(`${broken} of ${Object.keys(INVARIANTS).length} do not hold.`);
  console.log(`All ${Object.keys(INVARIANTS).length} hold.`);
} catch (error) {
  reportFailure(error);
}
