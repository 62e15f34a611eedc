import { setTimeout as sleep } from 'node:timers/promises';

/** How often a product is saved during the measurement, so that cached answers are outdated after this time. */
export const SAVE_EVERY_MS = 100;

/** Runs `work` while one product is saved repeatedly. */
export async function whileSaving(client, id, work) {
  let isOver = false;
  const saving = (async () => {
    while (!isOver) {
      await client.query('UPDATE product SET ord = ord WHERE id = $1', [id]);
      await sleep(SAVE_EVERY_MS);
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await saving;
  }
}
