import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { fetchRows } from '../../../core/db/tables.ts';
import { packSql, wholePacksSql } from './needs-sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'api' } });
});
afterAll(() => app.stop());

const thousandths = (min: number, max: number) => fc.integer({ min, max });
const need = fc.record({
  // in millionths, as a pace times days is
  shortage: thousandths(1, 2_000_000_000_000),
  pack: thousandths(1, 100_000_000),
  stepper: fc.constantFrom(1_000, 2_000, 250, 1),
});

test('a suggestion is never less than what is missing, nor a pack more than it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(need, { minLength: 1, maxLength: 50 }), async (needs) => {
      const rows = await fetchRows(
        app.ctx(),
        sql<{ quantity: string; pack: string }>`
          SELECT (${wholePacksSql(sql.ref('n.shortage'), sql.ref('n.pack'))} * 1000000)::numeric(40,0)::text AS quantity,
                 (n.pack * 1000000)::numeric(40,0)::text AS pack
            FROM (SELECT x.n, x.shortage / 1000000 AS shortage,
                         ${packSql(sql`(x.pack / 1000)`, sql`(x.stepper / 1000)`)} AS pack
                    FROM jsonb_to_recordset(${JSON.stringify(needs.map((one, n) => ({ n, ...one })))}::jsonb)
                      AS x(n int, shortage numeric, pack numeric, stepper numeric)) n ORDER BY n.n`,
      );
      for (const [index, { shortage, stepper, pack: stored }] of needs.entries()) {
        const quantity = BigInt(rows[index]?.quantity ?? 0);
        const pack = BigInt(rows[index]?.pack ?? 0);
        expect(pack).toBeGreaterThanOrEqual(BigInt(stored) * 1_000n);
        expect(quantity).toBeGreaterThanOrEqual(BigInt(shortage));
        expect(quantity - BigInt(shortage)).toBeLessThan(pack);
        expect(quantity % pack).toBe(0n);
        if (stepper % 1_000 === 0) expect(quantity % 1_000_000n).toBe(0n);
      }
    }),
    { numRuns: 40 },
  );
});
