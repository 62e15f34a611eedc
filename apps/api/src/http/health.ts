import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '../core/ctx.ts';
import { MIGRATIONS } from '../env.ts';
import { isFromThisMachine } from './from-this-machine.ts';

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (isFromThisMachine(request)) return true;
  const givenToken = Buffer.from(String(request.headers.authorization ?? ''));
  const expectedToken = Buffer.from(`Bearer ${token ?? ''}`);
  return (
    token !== undefined &&
    givenToken.length === expectedToken.length &&
    timingSafeEqual(givenToken, expectedToken)
  );
}

let processMetrics: Registry | null = null;

/** The metrics of this process, which are collected once: their observers of the event loop and of garbage never end. */
function readProcessMetrics(): Registry {
  if (!processMetrics) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

/**
 * Serves GET /livez (the process), /readyz (the database and its migrations) and /metrics (loopback or
 * METRICS_TOKEN).
 */
export function serveHealth(app: FastifyInstance, services: Services, isDraining: () => boolean): void {
  const ofProcess = readProcessMetrics();
  const registry = new Registry();
  const duration = new Histogram({
    name: 'dukkan_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'dukkan_pool_connections',
    help: 'Database connections by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = services.database.pool;
      this.set({ state: 'open' }, totalCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  new Gauge({
    name: 'dukkan_live_streams',
    help: 'Browsers listening to live events',
    registers: [registry],
    collect() {
      this.set(services.live.listeners());
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });

  // answered under load too, because a busy process must not be restarted
  app.get('/livez', { logLevel: 'warn', config: { pressureHandler: () => undefined } }, async () => ({
    status: 'ok',
  }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining' });
    try {
      const { rows } = await services.database.pool.query<{ missing: number }>({
        name: 'ready',
        text: `SELECT count(*)::int AS missing FROM unnest($1::text[]) AS wanted(name) WHERE NOT EXISTS (
                 SELECT 1 FROM _prisma_migrations m
                  WHERE m.migration_name = wanted.name AND m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL)`,
        values: [MIGRATIONS],
      });
      if (rows[0]?.missing !== 0) return reply.code(503).send({ status: 'migrating' });
      return { status: 'ok' };
    } catch {
      return reply.code(503).send({ status: 'database' });
    }
  });
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!mayRead(request, services.env.METRICS_TOKEN)) return reply.code(404).send();
    return reply
      .type(registry.contentType)
      .send((await Promise.all([ofProcess.metrics(), registry.metrics()])).join('\n'));
  });
}
