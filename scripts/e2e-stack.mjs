import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { untilStopped } from './lib/process/until-stopped.mjs';
import { readSettings } from './lib/start/settings.mjs';
import { startStack } from './lib/start/stack.mjs';
import { reportFailure } from './lib/user-error.mjs';

// the built product with the demo business on a fresh database, for browser tests; PORT sets its port

/** A browser test signs in more often in a minute than a shop does in a week. */
const limits = {
  RATE_PER_MINUTE: '1000000',
  MAX_EVENT_LOOP_DELAY_MS: '0',
  DATABASE_WAIT_MS: '30000',
  SIGN_IN_PER_IDENTITY_ADDRESS: '100000',
  SIGN_IN_PER_IDENTITY: '100000',
  SIGN_IN_PER_ADDRESS: '100000',
  CODES_PER_HOUR: '10000',
  CODES_PER_DAY: '10000',
  CODES_PER_ADDRESS_HOUR: '10000',
  CONTACTS_PER_ADDRESS_HOUR: '10000',
  EXPORTS_PER_MINUTE: '1000',
  // each test creates the orders that it needs
  DEMO_HISTORY: '0',
  // a low cost, because another test checks the cost of guessing passwords
  PASSWORD_COST: '8',
};

const dataDir = mkdtempSync(join(tmpdir(), 'dukkan-e2e-'));
try {
  readArguments('node scripts/e2e-stack.mjs');
  const stopped = untilStopped();
  const settings = readSettings({ PORT: process.env.PORT, DATA_DIR: dataDir, DEMO: '1' });
  const stack = await startStack(settings, { postgres: { isThrowaway: true }, env: limits });
  console.log(`ready ${stack.url}`);
  const reason = await Promise.race([stopped.then(() => undefined), stack.ended]);
  await stack.stop();
  if (reason) throw new Error(`${reason} ended unexpectedly`);
} catch (error) {
  reportFailure(error);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
