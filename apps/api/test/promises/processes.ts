import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api, type Endpoint } from '@dukkan/contract';
import { startApp, type TestApp } from '../app.ts';
import { createTestDatabase } from '../database.ts';

/** Built (scripts/lib/postgres/test-cluster.mjs): as it is shipped, and started with half of the work. */
export const MAIN = new URL('../../dist/main.js', import.meta.url).pathname;
const READY_MS = 150_000;
const LOG_MS = 5_000;

export type Results = { readonly [field: string]: never };

/** What a process answered, with the time it took in milliseconds. */
export type HttpAnswer = {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly ms: number;
  /** Read loosely: the shapes of answers are other tests' business. */
  readonly results: Results;
};

type Options = {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Hangs up when it says so. */
  readonly signal?: AbortSignal;
};

/** What is asked at one address. */
export type Calls = {
  call(endpoint: { path: string }, input?: object, options?: Options): Promise<HttpAnswer>;
  post(path: string, body?: unknown, options?: Options): Promise<HttpAnswer>;
};

/** One API process as an operator runs it. */
export type Process = Calls & {
  readonly url: string;
  readonly pid: number;
  /** Everything it has written so far, log and errors. */
  log(): string;
  /** Its log once all that it had to say by now is in it: lines are written together, some time after (core/process/log.ts). */
  wholeLog(): Promise<string>;
  /** Nobody reads what it says any more. */
  deafen(): void;
  /** Resident memory in megabytes. */
  rss(): number;
  kill(signal?: NodeJS.Signals): Promise<number | null>;
  readonly ended: Promise<number | null>;
};

/** Posts as any client would; a string goes over the wire as it stands. */
export async function send(
  url: string,
  body: unknown,
  { token, headers = {}, signal }: Options = {},
): Promise<HttpAnswer> {
  const from = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const ms = performance.now() - from;
  const results = (text.startsWith('{') ? JSON.parse(text) : {}).results ?? {};
  return { status: response.status, text, headers: response.headers, ms, results };
}

/** Asks at this address, whoever answers there. */
export const callsTo = (url: string): Calls => ({
  post: (path, body, options) => send(url + path, body, options),
  call: (endpoint, input = {}, options) =>
    send(
      url +
        endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          String((input as Endpoint & Record<string, unknown>)[name]),
        ),
      input,
      options,
    ),
});

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Starts `node dist/main.js` and waits until it says that it is ready. @throws with its log where it ends instead */
export async function startProcess(env: Readonly<Record<string, string>>): Promise<Process> {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', DEMO_HISTORY: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout?.on('data', (part: Buffer) => {
    said += part;
  });
  child.stderr?.on('data', (part: Buffer) => {
    said += part;
  });
  // closed, not only ended: its last lines may still be on their way
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const pid = child.pid ?? 0;

  const deadline = Date.now() + READY_MS;
  let url = '';
  while (url === '') {
    url = /^ready (http\S+)/m.exec(said)?.[1] ?? '';
    if (url !== '') break;
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the API did not start: ${said}`);
    }
    await sleep(20);
  }
  return {
    url,
    pid,
    ended,
    log: () => said,
    wholeLog: async () => {
      const { headers } = await callsTo(url).call(api.setting.public);
      const last = headers.get('x-request-id') ?? 'a request without an id';
      const until = Date.now() + LOG_MS;
      while (!said.includes(last)) {
        if (Date.now() > until) throw new Error(`no line of ${last} in the log: ${said.slice(-3_000)}`);
        await sleep(20);
      }
      return said;
    },
    deafen: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    rss: () => residentMegabytes(pid),
    ...callsTo(url),
    kill: async (signal = 'SIGKILL') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return ended;
    },
  };
}

/** Several API processes on one database and one data folder, and a hand in the test's own process to set facts. */
export type Fleet = {
  readonly all: readonly Process[];
  readonly one: Process;
  readonly two: Process;
  /** Puts people and records into the same database, and signs tokens that the processes accept. */
  readonly hand: TestApp;
  readonly env: Readonly<Record<string, string>>;
  /** Another process like the others. */
  add(env?: Readonly<Record<string, string>>): Promise<Process>;
  stop(): Promise<void>;
};

/** Starts two API processes that share nothing but the database and the store. */
export async function startFleet(env: Readonly<Record<string, string>> = {}): Promise<Fleet> {
  const database = await createTestDatabase();
  const dir = mkdtempSync(join(tmpdir(), 'dukkan-fleet-'));
  const shared = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    PASSWORD_COST: '4',
    RATE_PER_MINUTE: '100000',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    DATABASE_WAIT_MS: '30000',
    DATABASE_URL: database.url,
    DATA_DIR: dir,
    SECRET_KEY: randomBytes(32).toString('hex'),
    ...env,
  };
  const started: Process[] = [];
  const add = async (more: Readonly<Record<string, string>> = {}) => {
    const next = await startProcess({ ...shared, ...more });
    started.push(next);
    return next;
  };
  try {
    // one after the other: two first starts at once are another test's business, and a burst on a busy machine
    const one = await add();
    const two = await add();
    const hand = await startApp({
      database: database.url,
      dataDir: dir,
      env: { ...shared, ROLE: 'api', LOG_LEVEL: 'silent' },
    });
    return {
      all: [one, two],
      one,
      two,
      hand,
      env: shared,
      add,
      stop: async () => {
        await hand.stop();
        await Promise.all(started.map((process) => process.kill()));
        await database.drop();
        rmSync(dir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await Promise.all(started.map((process) => process.kill()));
    await database.drop();
    throw error;
  }
}
