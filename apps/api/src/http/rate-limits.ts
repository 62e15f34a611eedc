import { Socket } from 'node:net';
import { fail } from '@dukkan/contract';
import type { FastifyInstance } from 'fastify';
import type { Ctx, Services } from '../core/ctx.ts';
import { memoizePerProcess } from '../core/process/memoize-per-process.ts';
import { replyMalformedRequest } from './malformed-request.ts';

type Window = { startedAt: number; count: number };

const MINUTE = 60_000;
const MAX_KEYS = 50_000;
const windows = memoizePerProcess(() => new Map<string, Window>());

/**
 * Limits requests to RATE_PER_MINUTE per account, or per address without a session. It counts per process; limits that
 * must hold across processes (sign-ins, codes, exports) are counted in the database.
 * @throws rate.limited
 */
export async function checkRateLimit(services: Services, ctx: Ctx): Promise<void> {
  const key = ctx.actor.kind === 'account' ? `account:${ctx.actor.id}` : `address:${ctx.ip}`;
  const counts = windows({ services });
  if (counts.size > MAX_KEYS) counts.clear();
  const startedAt = Math.floor(ctx.now.getTime() / MINUTE) * MINUTE;
  const window = counts.get(key);
  if (!window || window.startedAt !== startedAt) return void counts.set(key, { startedAt, count: 1 });
  window.count += 1;
  if (window.count > services.env.RATE_PER_MINUTE)
    fail('rate.limited', { seconds: Math.ceil((startedAt + MINUTE - ctx.now.getTime()) / 1000) });
}

/** Refuses more than `max` open sockets per address. */
export function limitSocketsPerAddress(app: FastifyInstance, max: number): void {
  const open = new Map<string, number>();
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const openSockets = (open.get(address) ?? 1) - 1;
      if (openSockets > 0) open.set(address, openSockets);
      else open.delete(address);
    });
    if (count > max) socket.destroy();
  });
}

/**
 * Cuts off requests that are not complete in time, both limits in seconds; routes with files have the longer limit.
 * Node's own limit applies to the whole server, so it is set to the longer one.
 */
export function abortSlowRequests(app: FastifyInstance, seconds: number, uploadSeconds: number): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    // a request that the process injects into itself has no socket to close
    if (raw.complete || !(raw.socket instanceof Socket)) return;
    const cut = () => {
      if (raw.complete) return;
      const late = Object.assign(new Error('the request took too long'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      });
      replyMalformedRequest(late, raw.socket);
    };
    const timer = setTimeout(cut, (routeOptions.config?.takesFiles ? uploadSeconds : seconds) * 1_000);
    raw.once('close', () => clearTimeout(timer));
  });
}
