import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readStages } from './lib/check/dockerfile.mjs';
import { repoPath } from './lib/paths.mjs';
import { startScratch } from './lib/postgres/scratch.mjs';
import { readOutputUntil } from './lib/process/read-output-until.mjs';
import { pnpmCommand, withThisNode } from './lib/toolchain.mjs';

const read = (file: string) => readFileSync(repoPath(file), 'utf8');
const workDir = mkdtempSync(join(tmpdir(), 'dukkan-image-'));
// the folder has some hundred thousand files, so deleting it must not delay the tests
afterAll(() => spawn('rm', ['-rf', workDir], { detached: true, stdio: 'ignore' }).unref());

type Service = {
  image?: string;
  mem_limit?: string;
  network_mode?: string;
  healthcheck?: object;
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  logging?: { driver: string; options: Record<string, string> };
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  profiles?: string[];
};

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const more = parse(read('docs/growth/compose.yml'), { merge: true }) as typeof compose;
const services = Object.entries(compose.services);
const stages = readStages(read('Dockerfile'));
const image = stages.at(-1);

test('the compose file has the shop, its worker, PostgreSQL 18, a store, and a mail catcher under a profile', () => {
  expect(Object.keys(compose.services).sort()).toEqual(['app', 'mail', 'postgres', 'store', 'worker']);
  expect(compose.services.mail?.profiles).toEqual(['mail']);
  expect(compose.services.worker?.environment?.ROLE).toBe('worker');
  expect(compose.services.worker?.image).toBe(compose.services.app?.image);
  // the first minor of 18 without the holes that were known in November 2026
  const [, minor] = /postgres:18\.(\d+)-/.exec(compose.services.postgres?.image ?? '') ?? [];
  expect(Number(minor)).toBeGreaterThanOrEqual(6);
});

/** Our own image, or a variable (for a digest) with an exact tag as its default. */
const IS_PINNED =
  /^(dukkan(-pooler)?:(\$\{TAG:-local\}|\d+\.\d+)|\$\{\w+_IMAGE:-[\w./-]+:v?\d+\.\d+[\w.-]*\})$/;

test('the services for growth are pinned and limited too, and the backup uses the same PostgreSQL', () => {
  for (const [name, service] of Object.entries(more.services)) {
    const own = service.image ?? compose.services[name]?.image;
    expect(own, name).toMatch(IS_PINNED);
    expect(service.mem_limit ?? compose.services[name]?.mem_limit, name).toBeTruthy();
  }
  expect(more.services.backup?.image).toBe(compose.services.postgres?.image);
  expect(more.services.backup).toMatchObject({
    network_mode: 'service:postgres',
    healthcheck: expect.anything(),
  });
});

test('a daily base backup is made once, verified, and kept for the configured days with its log', () => {
  const folder = mkdtempSync(join(workDir, 'backup-'));
  const bin = mkdtempSync(join(workDir, 'bin-'));
  const program = (name: string, lines: string) =>
    writeFileSync(join(bin, name), `#!/bin/bash\n${lines}\n`, { mode: 0o755 });
  program('gosu', 'shift; exec "$@"');
  program('chown', 'exit 0');
  program('sleep', 'kill $PPID');
  program(
    'pg_basebackup',
    `for part; do case $part in --pgdata=*) to=\${part#--pgdata=};; esac; done
mkdir "$to" && echo "START WAL LOCATION: 0/$WAL000028 (file 00000001000000000000000$WAL)" > "$to/backup_label"`,
  );
  program('pg_verifybackup', 'test -f "$2/backup_label" && exit "$BROKEN"');
  program(
    'pg_archivecleanup',
    'for file in "$1"/*; do [[ $(basename "$file") < $2 ]] && rm "$file"; done; true',
  );
  const run = (day: string, wal: number, more: Record<string, string> = {}) => {
    program('date', `echo ${day}`);
    writeFileSync(join(folder, 'wal', `00000001000000000000000${wal}`), '');
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      BACKUP_FOLDER: folder,
      BACKUP_DAYS: '2',
      WAL: String(wal),
      BROKEN: '0',
    };
    spawnSync('bash', [repoPath('docs/growth/backup.sh')], { env: { ...env, ...more } });
    const names = (where: string) => globSync('*', { cwd: where }).sort();
    return [
      names(folder).filter((name) => name !== 'wal'),
      names(join(folder, 'wal')).map((name) => Number(name)),
    ];
  };
  mkdirSync(join(folder, 'wal'));
  const [base1, base2, base3] = ['base-2026-11-21', 'base-2026-11-22', 'base-2026-11-23'];
  const walOf = (wal: number) => Number(`00000001000000000000000${wal}`);
  expect(run('2026-11-21', 1)).toEqual([[base1], [walOf(1)]]);
  expect(run('2026-11-21', 2)).toEqual([[base1], [walOf(1), walOf(2)]]);
  expect(run('2026-11-22', 3)).toEqual([[base1, base2], [1, 2, 3].map(walOf)]);
  // one that cannot be read back gets no name, and nothing older is removed for it
  expect(run('2026-11-23', 4, { BROKEN: '1' })).toEqual([[base1, base2], [1, 2, 3, 4].map(walOf)]);
  expect(run('2026-11-23', 5)).toEqual([[base2, base3], [3, 4, 5].map(walOf)]);
});

test('a file with secrets is neither committed nor sent to the image', () => {
  const ignored = spawnSync('git', ['check-ignore', '.env', '.env.local', 'apps/api/.env'], {
    cwd: repoPath('.'),
    encoding: 'utf8',
  });
  expect(ignored.stdout.trim().split('\n')).toEqual(['.env', '.env.local', 'apps/api/.env']);
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['**/.env', '**/.env.*']));
});

test('every image is pinned, and every service has a memory limit and a health check', () => {
  for (const [name, service] of services) {
    expect(service.image, name).toMatch(IS_PINNED);
    expect(service.mem_limit, name).toMatch(/^(\$\{\w+_MEMORY:-\d+[mg]\}|\d+[mg])$/);
    const isOurs = service.image?.startsWith('dukkan:');
    expect(service.healthcheck ?? isOurs, name).toBeTruthy();
    for (const [on, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(Object.keys(compose.services)).toContain(on);
      expect(condition).toBe('service_healthy');
    }
    for (const volume of service.volumes ?? [])
      expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
  }
  expect(stages.map(({ from }) => from)).toEqual([
    expect.stringMatching(/^node:26\.\d+\.\d+-/),
    'manifests',
    'manifests',
    expect.stringMatching(/^node:26\.\d+\.\d+-/),
  ]);
});

test('every setting of .env reaches each of our processes, except those fixed by the image and the compose file', () => {
  for (const [name, { image, env_file, environment = {} }] of services) {
    if (!image?.startsWith('dukkan:')) continue;
    expect(env_file, name).toEqual([{ path: '.env', required: false }]);
    expect(environment).toMatchObject({ HOST: '0.0.0.0', PORT: 3000, DATA_DIR: '/data' });
  }
});

test('every container log has a size limit', () => {
  for (const [name, { logging }] of services) {
    expect(logging?.driver, name).toBe('json-file');
    expect(Object.keys(logging?.options ?? {}), name).toEqual(['max-size', 'max-file']);
  }
});

test('no secret has a default', () => {
  for (const [name, { environment = {} }] of services) {
    for (const [key, value] of Object.entries(environment)) {
      if (/PASSWORD|SECRET|ACCESS_KEY/.test(key))
        expect(value, `${name} ${key}`).toMatch(/^\$\{\w+:\?[^}]+\}$/);
      if (key === 'DATABASE_URL') expect(value).toMatch(/:\/\/dukkan:\$\{POSTGRES_PASSWORD:\?[^}]+\}@/);
    }
  }
});

test('the services for growth name existing services and connect through the pooler unless they need a direct connection', () => {
  const names = Object.keys({ ...compose.services, ...more.services });
  const balancer = read('docs/growth/haproxy.cfg');
  const behind = [...balancer.matchAll(/^ {4}server (\S+) (\S+):3000/gm)].map(([, , host]) => host);
  expect([...new Set(behind)]).toEqual(['app', 'app2']);
  const pooler = read('docs/growth/pgbouncer.ini');
  for (const host of [...behind, /host=(\S+)/.exec(pooler)?.[1]]) expect(names).toContain(host);
  expect(Number(/^max_prepared_statements = (\d+)/m.exec(pooler)?.[1])).toBeGreaterThan(0);
  for (const name of ['app', 'app2', 'worker']) {
    const { DATABASE_URL, DIRECT_DATABASE_URL } = more.services[name]?.environment ?? {};
    expect(DATABASE_URL).toContain('@pooler:6432/');
    expect(DIRECT_DATABASE_URL).toContain('@postgres:5432/');
  }
  // a second process with fewer settings than the first would behave like another shop
  const told = (from: typeof compose, name: string) => Object.keys(from.services[name]?.environment ?? {});
  expect(more.services.app2?.env_file).toEqual(compose.services.app?.env_file);
  for (const name of ['app2', 'balancer', 'pooler'])
    expect(more.services[name]?.logging, name).toEqual(compose.services.app?.logging);
  expect(told(more, 'app2').sort()).toEqual(
    [...new Set([...told(compose, 'app'), ...told(more, 'app')])].sort(),
  );
  for (const { environment = {} } of Object.values(more.services))
    for (const [key, value] of Object.entries(environment))
      if (/PASSWORD|SECRET|ACCESS_KEY/.test(key)) expect(value).toMatch(/^\$\{\w+:\?[^}]+\}$/);
});

test('the write-ahead log is archived once: the same file again is accepted, and another with its name is refused', () => {
  const folder = mkdtempSync(join(workDir, 'wal-'));
  const asked = more.services.postgres?.command?.find((part) => part.startsWith('archive_command='));
  const keep = (file: string, text: string) => {
    writeFileSync(join(folder, 'written'), text);
    const line = asked
      ?.replace('archive_command=', '')
      .replaceAll('/backup/wal', folder)
      .replaceAll('%p', join(folder, 'written'))
      .replaceAll('%f', file);
    return spawnSync('sh', ['-c', line ?? 'false']).status;
  };
  expect(keep('0001', 'first')).toBe(0);
  expect(keep('0001', 'first')).toBe(0);
  expect(keep('0001', 'other')).not.toBe(0);
  // the copy was interrupted
  writeFileSync(join(folder, '.0002'), 'sec');
  expect(keep('0002', 'second')).toBe(0);
  expect(['0001', '0002'].map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual([
    'first',
    'second',
  ]);
});

test('the image runs as an ordinary user and has a health check', () => {
  const words = image?.steps.map(({ word }) => word);
  expect(words).toContain('HEALTHCHECK');
  expect(image?.steps.find(({ word }) => word === 'USER')?.rest).toBe('node');
  expect(image?.steps.some(({ word, rest }) => word === 'ENV' && rest.includes('HOST=0.0.0.0'))).toBe(true);
});

test('the workflow runs the one command with pinned actions and minimal rights', () => {
  for (const file of globSync('.github/workflows/*.yml', { cwd: repoPath() })) {
    const workflow = parse(read(file));
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const steps = Object.values<{ steps: { uses?: string; run?: string }[] }>(workflow.jobs).flatMap(
      (job) => job.steps,
    );
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    expect(steps.some(({ run }) => run === '.ci/run')).toBe(true);
  }
});

/** Returns the files that Docker would receive: those of the repository without the ones in .dockerignore. */
function buildContext() {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: repoPath(),
    encoding: 'utf8',
  });
  const ignored = read('.dockerignore').split('\n').filter(Boolean);
  return listed.stdout
    .split('\n')
    .filter((file) => file !== '' && existsSync(repoPath(file)))
    .filter((file) => !ignored.some((pattern) => file === pattern || file.startsWith(`${pattern}/`)));
}

/** Copies between stages with hard links, because the tests do not change the files. */
function link(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true });
  execFileSync('cp', ['-R', process.platform === 'linux' ? '-Pl' : '-P', from, to]);
}

/** Runs the steps of a stage as plain commands; its /app is a separate folder here. */
function doStage(stage: (typeof stages)[number], pnpm: string[]) {
  const app = join(workDir, stage.name ?? 'image');
  const base = join(workDir, stage.from);
  if (existsSync(base)) link(base, app);
  else mkdirSync(app);
  for (const { word, rest } of stage.steps) {
    if (word === 'COPY') {
      const words = rest.split(/\s+/);
      const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
      const target = words.pop() ?? '';
      for (const source of words) {
        if (!from && source === '.') {
          for (const file of buildContext()) cpSync(repoPath(file), join(app, file));
          continue;
        }
        const to = target.endsWith('/') ? join(app, target, basename(source)) : join(app, target);
        if (from) link(join(workDir, from, source.replace(/^\/app\//, '')), to);
        else cpSync(repoPath(source), to, { recursive: true });
      }
    } else if (word === 'RUN' && !/npm install --global|\/data/.test(rest)) {
      const [program = '', ...args] = pnpm;
      const line = rest.replace(/^pnpm /, `"${program}" ${args.map((arg) => `"${arg}"`).join(' ')} `);
      execFileSync('sh', ['-c', line], {
        cwd: app,
        env: withThisNode({ ...process.env, CI: 'true' }),
        stdio: 'pipe',
      });
    }
  }
  return app;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? String(address.port) : '';
}

test('the steps of the Dockerfile, run as plain commands in an empty folder, give a working shop', {
  timeout: 300_000,
}, async () => {
  const [program, args] = await pnpmCommand();
  if (!image) throw new Error('the Dockerfile has no stages');
  const folder = stages.map((stage) => doStage(stage, [program, ...args])).at(-1) ?? '';

  const command = (word: string) => {
    const rest = image.steps.find((step) => step.word === word)?.rest ?? '';
    return JSON.parse(rest.slice(rest.indexOf('['))) as string[];
  };
  const scratch = await startScratch();
  const env = {
    ...withThisNode({ PATH: process.env.PATH, HOME: workDir }),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: await freePort(),
    DATA_DIR: join(workDir, 'data'),
    WEB_ROOT: join(folder, 'apps/web/dist'),
    DATABASE_URL: await scratch.database('image'),
  };
  const [start = '', ...startArgs] = command('CMD');
  const shop = spawn(start, startArgs, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const said = await readOutputUntil(shop, /^ready http/m);
    expect(said).toMatch(/^Applied /m);
    const [check = '', ...checkArgs] = command('HEALTHCHECK');
    expect(spawnSync(check, checkArgs, { cwd: folder, env }).status).toBe(0);
    for (const asks of ['verify.mjs', 'verify-audit.mjs']) {
      const { status, stderr } = spawnSync(process.execPath, [join('scripts', asks)], { cwd: folder, env });
      expect([status, String(stderr)], asks).toEqual([0, '']);
    }
    const page = await fetch(`http://127.0.0.1:${env.PORT}/`);
    expect(page.headers.get('content-type')).toContain('text/html');
    const ended = once(shop, 'exit');
    shop.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    shop.kill('SIGKILL');
    await scratch.stop();
  }
});
