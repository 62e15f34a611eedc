import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { repoPath } from '../paths.mjs';
import { prepare } from '../prepare.mjs';
import { printLine } from '../print-step.mjs';
import { untilStopped } from '../process/until-stopped.mjs';
import { readSettings, requireFreePort, requireUsable } from './settings.mjs';

/** Starts a process that runs until it is stopped, with its output in the terminal. */
function part(args, cwd, env) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  return {
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** `pnpm dev`: the API restarts and the web reloads when a file is saved; a changed schema generates the client. */
export async function dev() {
  const stopped = untilStopped();
  const settings = readSettings();
  requireUsable(settings);
  await requireFreePort(settings.host, settings.port);
  await prepare({ withBuild: false });
  const { startDatabase } = await import('./stack.mjs');
  const database = await startDatabase(settings);

  const leash = ['--import', repoPath('scripts', 'lib', 'process', 'exit-with-parent.mjs')];
  const apiUrl = `http://${settings.host}:${settings.port}`;
  const api = part([...leash, '--watch', '--watch-preserve-output', 'src/main.ts'], repoPath('apps', 'api'), {
    NODE_ENV: 'development',
    HOST: settings.host,
    PORT: String(settings.port),
    DATABASE_URL: database.url,
    DATA_DIR: settings.dataDir,
    DEMO: settings.isDemo ? '1' : '0',
  });
  const web = part([...leash, repoPath('apps/web/node_modules/vite/bin/vite.js')], repoPath('apps', 'web'), {
    VITE_API: apiUrl,
  });
  const schema = watch(repoPath('prisma', 'schema'), async () => {
    try {
      const done = await prepare({ withInstall: false, withBuild: false });
      if (done.length > 0) printLine('node scripts/migration-new.mjs <name> writes the migration');
    } catch (error) {
      printLine(error.message);
    }
  });

  await Promise.race([stopped, api.ended, web.ended, database.ended]);
  schema.close();
  await Promise.all([api.stop(), web.stop()]);
  await database.stop();
  process.exit(0);
}
