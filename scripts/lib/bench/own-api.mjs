import { repoPath } from '../paths.mjs';
import { startApi } from '../start/api.mjs';

/**
 * Starts another API process on the benchmark's database, as the product starts it, with the real cost of passwords.
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {Record<string, string>} [env] further settings of the process
 */
export const startOwnApi = ({ dataDir, databaseUrl }, env = {}) =>
  startApi({
    dataDir,
    port: 'own',
    env: {
      NODE_ENV: 'production',
      ROLE: 'api',
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      WEB_ROOT: repoPath('apps', 'web', 'dist'),
      DEMO: '1',
      DEMO_HISTORY: '0',
      // high limits, because all clients share one address here
      RATE_PER_MINUTE: '100000000',
      EXPORTS_PER_MINUTE: '1000',
      SIGN_IN_PER_IDENTITY_ADDRESS: '100000',
      SIGN_IN_PER_IDENTITY: '100000',
      SIGN_IN_PER_ADDRESS: '100000',
      ...env,
    },
  });

/** Posts a request and reads the answer, whatever its status. */
export async function send(url, path, body, token) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}
