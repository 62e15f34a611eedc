import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '@dukkan/contract';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import jwt from '@fastify/jwt';
import pressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Services } from './core/ctx.ts';
import { openDatabase } from './core/db/database.ts';
import { openReplica } from './core/db/replica.ts';
import { openFileStore } from './core/file/files.ts';
import { openJobQueue } from './core/job/jobs.ts';
import { openPrinter } from './core/print/printer.ts';
import { openLiveEventBus } from './core/process/live-events.ts';
import { createLogger } from './core/process/log.ts';
import { openPasswords } from './core/secret/passwords.ts';
import type { Tokens } from './core/secret/tokens.ts';
import { type Env, VERSION } from './env.ts';
import { registerBodyParsers } from './http/body.ts';
import { serveCallbacks } from './http/callbacks.ts';
import { serveDocs } from './http/docs.ts';
import { findNoun } from './http/endpoint-nouns.ts';
import { serveLiveEvents } from './http/events.ts';
import { sendFailure } from './http/failures.ts';
import { serveHealth } from './http/health.ts';
import { replyMalformedRequest } from './http/malformed-request.ts';
import { JSON_LIMIT } from './http/multipart-json.ts';
import { buildOpenApi } from './http/openapi.ts';
import { servePages, servePictureFiles } from './http/pages.ts';
import { abortSlowRequests, limitSocketsPerAddress } from './http/rate-limits.ts';
import { type Route, registerRoutes } from './http/serve.ts';
import './http/types.ts';
import { createMessageQueue, startJobs } from './jobs/index.ts';
import * as branch from './modules/branch/index.ts';
import * as catalog from './modules/catalog/index.ts';
import * as content from './modules/content/index.ts';
import * as delivery from './modules/delivery/index.ts';
import * as fiscal from './modules/fiscal/index.ts';
import * as identity from './modules/identity/index.ts';
import * as importing from './modules/importing/index.ts';
import * as ordering from './modules/ordering/index.ts';
import * as pricing from './modules/pricing/index.ts';
import * as purchasing from './modules/purchasing/index.ts';
import * as reporting from './modules/reporting/index.ts';
import * as setting from './modules/setting/index.ts';
import * as stock from './modules/stock/index.ts';
import * as system from './modules/system/index.ts';
import * as tills from './modules/tills/index.ts';

/** Every route of the product; demo routes exist in demo mode only. */
export const routes: readonly Route[] = [
  identity,
  setting,
  branch,
  catalog,
  importing,
  stock,
  purchasing,
  pricing,
  delivery,
  tills,
  ordering,
  fiscal,
  content,
  reporting,
  system,
].flatMap((module) => module.routes);

export type App = {
  readonly http: FastifyInstance;
  readonly services: Services;
  /** Finishes running requests, refuses new ones, then closes all connections. */
  close(): Promise<void>;
};

const ISSUER = 'dukkan';
const AUDIENCE = 'dukkan-api';

/** The composition root: opens the resources of a process and registers all modules with the HTTP server. */
export async function createApp(env: Env, options: { now?: () => Date; log?: Logger } = {}): Promise<App> {
  const log = options.log ?? createLogger(env);
  const direct = env.DIRECT_DATABASE_URL ?? env.DATABASE_URL;
  const http = makeServer(env, log);
  const now = options.now ?? (() => new Date());
  const works = env.ROLE !== 'api';

  const database = openDatabase(
    env.DATABASE_URL,
    env.DATABASE_POOL,
    `dukkan-${env.ROLE}`,
    env.DATABASE_WAIT_MS,
  );
  await http.register(jwt, {
    secret: env.SECRET_KEY,
    sign: { algorithm: 'HS256', iss: ISSUER, aud: AUDIENCE },
    verify: {
      algorithms: ['HS256'],
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      requiredClaims: ['exp', 'sub', 'sid'],
      // checked by the clock of the app instead, as the session in the database is
      ignoreExpiration: true,
      // the signature of a token is verified once, its expiry on every request
      cache: 1_000,
    },
  });
  const services: Services = {
    env,
    log,
    database,
    replica:
      env.READ_DATABASE_URL && env.ROLE !== 'worker'
        ? openReplica(
            { primary: direct, replica: env.READ_DATABASE_URL },
            env.DATABASE_POOL,
            env.READ_LAG_MS,
            log,
          )
        : null,
    files: openFileStore(env),
    live: openLiveEventBus(direct, log),
    jobs: await openJobQueue(direct, works, log),
    passwords: openPasswords(env.PASSWORD_COST, env.PASSWORD_THREADS),
    printer: openPrinter(),
    shapes: delivery.openShapeThreads(),
    tokens: createTokens(http, now),
    signing: fiscal.signingPort,
    now,
  };
  let draining = false;
  // close connections while draining, because a keep-alive connection would delay the shutdown until its browser drops
  // it
  http.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  await registerPlugins(http, env);
  limitSocketsPerAddress(http, env.SOCKETS_PER_ADDRESS);
  serveHealth(http, services, () => draining);
  servePictureFiles(http, services);

  const served = routes.filter(({ endpoint }) => endpoint.only !== 'demo' || isDemo(env));
  await http.register(
    async (scope) => {
      registerRoutes(scope, services, served);
      serveLiveEvents(scope, services);
      serveCallbacks(scope, services, ordering.receiveCallback);
    },
    { prefix: env.API_BASE },
  );
  serveDocs(http, () => buildOpenApi(served, env.API_BASE, VERSION, findNoun));
  await servePages(http, services, {
    isDemo: isDemo(env),
    readTheme: () => setting.readTheme(services),
  });
  await createMessageQueue(services);
  const stopJobs = works ? await startJobs(services) : null;

  return {
    http,
    services,
    close: async () => {
      draining = true;
      if (env.DRAIN_WAIT_MS > 0) await sleep(env.DRAIN_WAIT_MS);
      await http.close();
      await stopJobs?.();
      await services.jobs.close();
      await services.live.close();
      await services.replica?.close();
      await services.passwords.close();
      await services.printer.close();
      await services.shapes.close();
      await database.close();
    },
  };
}

/** True for a demo that only this machine can reach: it listens on loopback and has no public address. */
export const isDemo = ({ DEMO, HOST, PUBLIC_URL }: Env): boolean =>
  DEMO && ['127.0.0.1', '::1', 'localhost'].includes(HOST) && PUBLIC_URL === undefined;

/** Creates the server with its timeouts: slow headers and bodies are cut off within seconds. */
function makeServer(env: Env, log: Logger): FastifyInstance {
  // Node's own timeout applies to all routes, so it is the longest one; abortSlowRequests enforces the shorter ones
  const requestTimeout = Math.max(env.HEADERS_SECONDS, env.REQUEST_SECONDS, env.UPLOAD_SECONDS) * 1_000;
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUST_PROXY.length > 0 ? env.TRUST_PROXY : false,
    bodyLimit: JSON_LIMIT,
    requestTimeout,
    http: {
      requestTimeout,
      headersTimeout: env.HEADERS_SECONDS * 1000,
      connectionsCheckingInterval: 1_000,
    },
    keepAliveTimeout: 65_000,
    genReqId: () => crypto.randomUUID(),
    clientErrorHandler: replyMalformedRequest,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: false, caseSensitive: true },
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply),
  }) as unknown as FastifyInstance;
  http.decorateRequest('actor', null);
  http.setErrorHandler(sendFailure);
  registerBodyParsers(http);
  abortSlowRequests(http, env.REQUEST_SECONDS, env.UPLOAD_SECONDS);
  http.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  http.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.url ?? request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        account: request.actor?.kind === 'account' ? request.actor.id : undefined,
      },
      'request',
    );
  });
  return http;
}

/** Registers headers, CORS, compression, and refusal of requests under load. */
async function registerPlugins(http: FastifyInstance, env: Env): Promise<void> {
  const tiles = env.TILE_URL
    ? [new URL(env.TILE_URL.replace('{s}', 'a')).origin.replace('//a.', '//*.')]
    : [];
  const brandPictures = [env.APP_LOGO_URL, env.APP_FAVICON_URL].flatMap((url) =>
    url ? [new URL(url).origin] : [],
  );
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tiles, ...brandPictures],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: env.PUBLIC_URL?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
  // OPTIONS is allowed for CORS preflight requests only
  http.addHook('onRequest', async ({ method, headers }) => {
    if (method === 'OPTIONS' && !(headers.origin && headers['access-control-request-method']))
      fail('request.method_not_allowed');
  });
  await http.register(cors, {
    origin: env.CORS_ORIGINS,
    methods: ['POST', 'GET'],
    allowedHeaders: ['authorization', 'content-type', 'branch-id', 'idempotency-key', 'accept-language'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  });
  await http.register(compress, {
    // requests are not decompressed, because a small compressed body could exceed the size limit
    globalDecompression: false,
    threshold: 2048,
    // a page of a list is compressed at once, because a stream costs several times what its compression does
    syncThreshold: 65_536,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  });
  await http.register(pressure, {
    maxEventLoopDelay: env.MAX_EVENT_LOOP_DELAY_MS,
    retryAfter: 5,
    exposeStatusRoute: false,
  });
}

function createTokens(http: FastifyInstance, now: () => Date): Tokens {
  return {
    sign: (claims, expires_at) => http.jwt.sign({ ...claims, exp: Math.floor(expires_at.getTime() / 1000) }),
    verify: (token) => {
      try {
        const { sub, sid, exp } = http.jwt.verify<{ sub?: unknown; sid?: unknown; exp?: unknown }>(token);
        const isCurrent = typeof exp === 'number' && exp * 1000 > now().getTime();
        return isCurrent && typeof sub === 'string' && typeof sid === 'string' ? { sub, sid } : null;
      } catch {
        return null;
      }
    },
  };
}
