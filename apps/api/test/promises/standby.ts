import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

type Who = { uid?: number; gid?: number };
type Identity = {
  lentIdentity(): Who;
  postgresCommand(
    program: 'postgres',
    args: string[],
    who: Who,
    folder: string,
  ): [string, string[], Record<string, unknown>];
};

export type Standby = {
  url(database: string): string;
  query(sql: string): Promise<void>;
  stop(): Promise<void>;
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

/** A streaming replica of the PostgreSQL in `primary`, made as pg_basebackup makes one, on a port of its own. */
export async function startStandby(primary: string, primaryUrl: string, folder: string): Promise<Standby> {
  const identity: Identity = await import(
    new URL('../../../../scripts/lib/postgres/postgres-identity.mjs', import.meta.url).href
  );
  const source = join(primary, 'postgres');
  const data = join(folder, 'postgres');
  mkdirSync(folder, { recursive: true });
  const { uid, gid } = statSync(source);
  const give = (name: string, text: string) => {
    writeFileSync(join(data, name), text, { mode: 0o600, flag: name.endsWith('.conf') ? 'a' : 'w' });
    chownSync(join(data, name), uid, gid);
  };
  const backup = new pg.Client({ connectionString: primaryUrl });
  await backup.connect();
  await backup.query("SELECT pg_backup_start('standby', true)");
  await new Promise<void>((done, broken) => {
    spawn('cp', ['-a', source, data], { stdio: 'ignore' }).on('exit', (code) =>
      code === 0 ? done() : broken(new Error('cp failed')),
    );
  });
  const { rows } = await backup.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
  await backup.end();
  rmSync(join(data, 'postmaster.pid'), { force: true });
  rmSync(join(data, 'postmaster.opts'), { force: true });
  give('backup_label', rows[0]?.labelfile ?? '');
  give('standby.signal', '');
  const { hostname, port: from, username, password } = new URL(primaryUrl);
  give(
    'postgresql.auto.conf',
    `primary_conninfo = 'host=${hostname} port=${from} user=${username} password=${password}'\n`,
  );
  const port = await freePort();
  const who = identity.lentIdentity();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'hot_standby=on'];
  const [program, args, options] = identity.postgresCommand(
    'postgres',
    ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
    who,
    folder,
  );
  let said = '';
  const child: ChildProcess = spawn(program, args, {
    ...options,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      said += part;
    });
  const ended = once(child, 'exit');
  const url = (database: string) => {
    const made = new URL(primaryUrl);
    made.port = String(port);
    made.pathname = `/${database}`;
    return made.href;
  };
  for (const end = Date.now() + 30_000; ; await sleep(50)) {
    if (said.includes('ready to accept read-only connections')) break;
    if (child.exitCode !== null || Date.now() > end) throw new Error(`the standby did not start: ${said}`);
  }
  return {
    url,
    query: async (sql) => {
      const client = new pg.Client({ connectionString: url('postgres') });
      await client.connect();
      await client.query(sql);
      await client.end();
    },
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGINT');
      await ended;
    },
  };
}
