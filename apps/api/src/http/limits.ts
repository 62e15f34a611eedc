import { fail } from '@dukkan/contract';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../core/ctx.ts';
import type { Services } from '../core/services.ts';

type Window = { at: number; count: number };

const MINUTE = 60_000;
const MAX_KEYS = 50_000;
const windows = new WeakMap<Services, Map<string, Window>>();

/**
 * Sheds one caller's flood: RATE_PER_MINUTE calls a minute per account, or per address where nobody is signed in.
 * Per process on purpose: what must hold across processes (sign-ins, codes, exports) counts in the database.
 * @throws rate.limited
 */
export async function limitRate(services: Services, ctx: Ctx): Promise<void> {
  const key = ctx.actor.kind === 'account' ? `account:${ctx.actor.id}` : `address:${ctx.ip}`;
  const counts = windows.get(services) ?? new Map<string, Window>();
  if (counts.size > MAX_KEYS) counts.clear();
  windows.set(services, counts);
  const at = Math.floor(ctx.now.getTime() / MINUTE) * MINUTE;
  const window = counts.get(key);
  if (!window || window.at !== at) return void counts.set(key, { at, count: 1 });
  window.count += 1;
  if (window.count > services.env.RATE_PER_MINUTE)
    fail('rate.limited', { seconds: Math.ceil((at + MINUTE - ctx.now.getTime()) / 1000) });
}

/** Refuses sockets beyond so many per address (decisions section 6). */
export function limitSockets(app: FastifyInstance, max: number): void {
  const open = new Map<string, number>();
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > max) socket.destroy();
  });
}
