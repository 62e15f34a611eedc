import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, type Endpoint } from '@dukkan/contract';
import supertest from 'supertest';
import type * as z from 'zod';
import { type App, createApp } from '../src/app.ts';
import { type Ctx, createSystemCtx } from '../src/core/ctx.ts';
import { readEnv } from '../src/env.ts';
import { createTestDatabase } from './database.ts';

type Failed = {
  message: string;
  code: string;
  params: Record<string, unknown>;
  errors: Record<string, string[]>;
};

/** What a call answered; `results` is typed by the endpoint, `failure` is set where it was refused. */
export type Reply<E> = {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly results: E extends { kind: 'list'; output: infer O extends z.ZodType }
    ? z.output<O>[]
    : E extends { output: infer O extends z.ZodType }
      ? z.output<O>
      : never;
  readonly meta: E extends { metaOutput: infer M extends z.ZodType }
    ? z.output<M>
    : { total: number; last_page: number; current_page: number };
  readonly failure: Failed;
};

type Options = { readonly token?: string; readonly headers?: Readonly<Record<string, string>> };

export type TestApp = App & {
  readonly url: string;
  readonly database: string;
  /** Calls an endpoint over HTTP; `{id}` in its path is filled from the input. */
  call<E extends { path: string }>(endpoint: E, input?: object, options?: Options): Promise<Reply<E>>;
  /** Posts anything to a path, as an attacker or an old client would. */
  post(path: string, body?: unknown, options?: Options): Promise<Reply<Endpoint>>;
  /** The system's ctx, to put facts into the database. */
  ctx(): Ctx;
  stop(): Promise<void>;
};

const quiet = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PASSWORD_COST: '4',
  HOST: '127.0.0.1',
  PORT: '0',
  // no orders of a demo that a test does not ask for
  DEMO_HISTORY: '0',
  // queues and scheduled work take ten times as long to start as all else of a shop; who tests them asks for them
  ROLE: 'api',
} as const;

/**
 * A whole API process' worth of app on a database of its own (or on `database`, to have two processes on one).
 * `env` overrides configuration as an operator would; with `jobs` it does the queued and scheduled work too.
 */
export async function startApp(
  options: {
    env?: Record<string, string>;
    database?: string;
    dataDir?: string;
    now?: () => Date;
    jobs?: boolean;
  } = {},
): Promise<TestApp> {
  const own = options.database ? null : await createTestDatabase();
  const database = options.database ?? own?.url ?? '';
  const dir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'dukkan-test-'));
  const env = readEnv({
    ...quiet,
    DATABASE_URL: database,
    DATA_DIR: dir,
    SECRET_KEY: options.dataDir ? undefined : randomBytes(32).toString('hex'),
    RATE_PER_MINUTE: '100000',
    // a busy test machine is no reason to refuse calls
    MAX_EVENT_LOOP_DELAY_MS: '0',
    DATABASE_WAIT_MS: '30000',
    ...(options.jobs ? { ROLE: 'all' } : {}),
    ...options.env,
  });
  const app = await createApp(env, options.now ? { now: options.now } : {});
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = app.http.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

  // a new connection for each call takes more of the processor than many of the calls
  const agent = new Agent({ keepAlive: true });
  const post: TestApp['post'] = async (path, body, { token, headers = {} } = {}) => {
    let request = supertest(url).post(path).agent(agent).set('accept-encoding', 'identity');
    if (token) request = request.set('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(headers)) request = request.set(name, value);
    const response = await (body === undefined ? request : request.send(body as object));
    const json = (response.body ?? {}) as Record<string, unknown>;
    return {
      status: response.status,
      body: json,
      text: response.text,
      headers: response.headers as Record<string, string>,
      results: json.results as never,
      meta: json.meta as never,
      failure: json.results as Failed,
    };
  };

  return {
    ...app,
    url,
    database,
    post,
    call: ((endpoint: { path: string }, input: Record<string, unknown> = {}, options?: Options) => {
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
      return post(env.API_BASE + path, input, options);
    }) as TestApp['call'],
    ctx: () => createSystemCtx(app.services, 'test'),
    stop: async () => {
      agent.destroy();
      await app.close();
      await own?.drop();
      if (!options.dataDir) rmSync(dir, { recursive: true, force: true });
    },
  };
}

export { api };
