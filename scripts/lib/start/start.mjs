import { prepare } from '../prepare.mjs';
import { seconds } from '../print-step.mjs';
import { untilStopped } from '../process/until-stopped.mjs';
import { UserError } from '../user-error.mjs';
import { endLeftover } from './api.mjs';
import { readSettings, requireFreePort, requireUsable } from './settings.mjs';

const demoAccounts = ['admin', 'manager', 'cashier', 'driver', 'accountant', 'editor'];
const demoPassword = 'Dukkan!2026';

/** `npm start`: brings a fresh clone, or the last run's data, to a running shop; ends on request. */
export async function start() {
  const stopped = untilStopped();
  // the reader of the output may be gone, which must not end the shop
  process.stdout.on('error', () => undefined);
  const settings = readSettings();
  requireUsable(settings);
  await endLeftover(settings);
  await requireFreePort(settings.host, settings.port);

  const starting = (async () => {
    await prepare();
    // imported here, because the packages are installed by the step before
    const { startStack } = await import('./stack.mjs');
    return startStack(settings);
  })();
  const early = await Promise.race([starting, stopped]);
  if (typeof early === 'string') {
    // waits a moment, because a database that is starting must be stopped; an install or build need not finish
    const stack = await Promise.race([starting.catch(() => undefined), delay(5_000)]);
    await stack?.stop();
    process.exit(130);
  }

  const lines = [`\nDukkan is ready at ${early.url} (${seconds()}). Ctrl-C stops it.`];
  if (settings.isDemo) {
    const accounts = demoAccounts.map((name) => `${name}@demo.test`).join(', ');
    lines.push(`Demo accounts, password ${demoPassword}: ${accounts}`);
  }
  console.log(lines.join('\n'));
  if (settings.isDemo) {
    const { printDemoProgress } = await import('./demo-progress.mjs');
    void printDemoProgress(early.databaseUrl);
  }
  const reason = await Promise.race([stopped.then(() => undefined), early.ended]);
  await early.stop();
  if (reason) throw new UserError(`${reason} ended unexpectedly; see the logs in ${settings.dataDir}`);
  console.log('Stopped.');
  process.exit(0);
}

function delay(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
