import { setTimeout as sleep } from 'node:timers/promises';

/** So often a product is saved while lists are asked: nothing that was remembered is true for longer. */
export const SAVE_EVERY_MS = 100;

/** Runs `work` while one product is saved again and again. */
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
