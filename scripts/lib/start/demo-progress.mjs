import pg from 'pg';
import { printLine, seconds } from '../print-step.mjs';

const EVERY_MS = 5_000;

/** Returns the last step of the demo's history; undefined when none is being made. */
async function readStep(client) {
  const { rows } = await client.query(
    "SELECT data->>'demo_step' AS step FROM setting WHERE id = 1 AND data->>'demo_orders_at' IS NOT NULL",
  );
  return rows[0]?.step;
}

/** The step after the last one; see apps/api/src/seed/demo-steps.ts. */
const ALL_DONE = 'z';

/**
 * Prints that the months before today are still being added to the demo shop, and again when they are complete. It ends
 * with the shop: a lost connection is no failure.
 */
export async function printDemoProgress(url) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const first = await readStep(client);
    if (first === undefined || first === null || first === ALL_DONE) return;
    printLine('demo: the six months before today are being added; reports are complete when this is done');
    const from = Date.now();
    while ((await readStep(client)) !== ALL_DONE)
      await new Promise((wake) => setTimeout(wake, EVERY_MS).unref());
    printLine(`demo: six months of orders, purchases and till sessions are complete (${seconds(from)})`);
  } catch {
    // the shop has stopped
  } finally {
    await client.end().catch(() => undefined);
  }
}
