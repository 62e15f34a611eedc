import { readSettings } from '../start/settings.mjs';
import { UserError } from '../user-error.mjs';
import { connect } from './database.mjs';
import { reachPostgres } from './embedded-postgres.mjs';

/**
 * Runs `ask` on the database of these settings, without a pooler: the configured one, or the embedded one, which is
 * started for this if the shop is stopped.
 *
 * @template T
 * @param {(client: import('pg').Client) => Promise<T>} ask
 * @returns {Promise<T>}
 * @throws {UserError} with a sentence that names the setting, when the connection fails or is lost
 */
export async function withShopDatabase(ask) {
  const { directUrl, directKey, dataDir } = readSettings();
  const cluster = directUrl ? undefined : await reachPostgres(dataDir);
  try {
    const client = await connect(directUrl ?? cluster.url('dukkan'), directKey);
    try {
      return await ask(client);
    } finally {
      await client.end();
    }
  } catch (error) {
    if (error.code !== '57014') throw error;
    throw new UserError(
      `${directKey}: a question was cut off there (${error.message}); name PostgreSQL itself in DIRECT_DATABASE_URL, as a user without statement_timeout`,
    );
  } finally {
    await cluster?.stop();
  }
}
