import { api, type Endpoint, getNounFacts } from '@dukkan/contract';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { canSeeBranch, getPermissions, hasPermission } from '../core/access.ts';
import type { Services } from '../core/ctx.ts';
import { type Ctx, requireAccount } from '../core/ctx.ts';
import type { LiveEvent } from '../core/process/live-events.ts';
import { dropEmptyFields } from './body.ts';
import {
  authenticate,
  createRequestCtx,
  findSessionAccount,
  hasSamePermissionsAndBranches,
} from './session.ts';

const BEAT_MS = 5_000;
const CATCH_UP = 1_000;
/**
 * Ids are assigned before the commit, so a lower id may become visible later; a catch-up looks this many ids back.
 */
const OVERLAP = 50;

type Input = z.output<typeof api.system.events.input>;

/** True for callers without permissions, who get events of their own records only. */
const isCustomer = (ctx: Ctx): boolean => getPermissions(ctx).length === 0;

/** Returns the id of an event's record; null for an event about several. */
const getEventRecordId = ({ data }: LiveEvent): number | null => {
  const id = (data as { id?: unknown } | null)?.id;
  return typeof id === 'number' && id > 0 ? id : null;
};

/**
 * True when the caller may get this event: staff by the noun's permission and its branch, customers for their own
 * orders, drivers for their own cash (docs/rules/payments.md#driver-cash).
 */
function maySee(ctx: Ctx, event: LiveEvent): boolean {
  // the public settings (name, logo, theme) concern everyone
  if (event.topic === 'setting') return true;
  if (isCustomer(ctx)) return event.topic === 'order' && event.client_id === requireAccount(ctx).id;
  if (event.topic === 'driver-cash' && getEventRecordId(event) === requireAccount(ctx).id) return true;
  const { permission } = getNounFacts(event.topic);
  if (!hasPermission(getPermissions(ctx), permission ?? { resource: 'admin', action: 'view' })) return false;
  return event.branch_id === null || canSeeBranch(ctx, event.branch_id);
}

/** SQL for the events since $1, and the oldest stored id, or the next id when there are none. */
const missedEventsSql = (which: string) => `
  SELECT kept.oldest, t.* FROM (
    SELECT coalesce((SELECT min(id) FROM event), pg_sequence_last_value('event_id_seq') + 1, 1) AS oldest
  ) kept LEFT JOIN (
    SELECT ${which} AND e.id > $1 ORDER BY e.id LIMIT ${CATCH_UP + 1}
  ) t ON TRUE ORDER BY t.id`;

const MISSED = missedEventsSql(
  `e.id, e.topic, e.branch_id, NULL::int AS client_id, e.data FROM event e WHERE TRUE`,
);
/** SQL for the events of orders that belong to this customer now. */
const MISSED_OWN = missedEventsSql(`e.id, e.topic, e.branch_id, $2::int AS client_id, e.data FROM event e
     WHERE e.topic = 'order' AND (e.data->>'id')::int IN (SELECT o.id FROM "order" o WHERE o.client_id = $2::int)`);

type Missed = Omit<LiveEvent, 'id'> & { oldest: string; id: string | null };

/** Loads the events that this caller may have missed since last_id; null when they are older than the stored hour. */
async function loadMissedEvents(ctx: Ctx, last_id: number): Promise<LiveEvent[] | null> {
  const from = Math.max(0, last_id - OVERLAP);
  const { rows } = await ctx.services.database.pool.query<Missed>(
    isCustomer(ctx)
      ? { name: 'events_missed_own', text: MISSED_OWN, values: [from, requireAccount(ctx).id] }
      : { name: 'events_missed', text: MISSED, values: [from] },
  );
  const oldest = Number(rows[0]?.oldest ?? 0);
  if (rows.length > CATCH_UP || (last_id > 0 && oldest > last_id + 1)) return null;
  return rows.flatMap(({ oldest: _, id, ...event }) => (id === null ? [] : [{ ...event, id: Number(id) }]));
}

/** Serves POST /events, an endless stream of server-sent events. */
export function serveLiveEvents(app: FastifyInstance, services: Services): void {
  const endpoint = api.system.events as Endpoint;
  const open = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of [...open]) end();
  });

  app.post(endpoint.path, { compress: false }, async (request, reply) => {
    const ctx = createRequestCtx(
      services,
      endpoint,
      request,
      await authenticate(services, endpoint, request),
    );
    const input = endpoint.input.parse(dropEmptyFields(request.body as Record<string, unknown>)) as Input;
    const me = requireAccount(ctx);
    const { session_id } = me;
    const topics = new Set<string>(input.topics);

    reply.hijack();
    const out = reply.raw;
    out.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const send = (event: LiveEvent) => {
      if (topics.has(event.topic) && maySee(ctx, event))
        out.write(`id: ${event.id}\nevent: ${event.topic}\ndata: ${JSON.stringify(event.data)}\n\n`);
    };
    const end = () => {
      if (!open.delete(end)) return;
      leave();
      clearInterval(beat);
      clearTimeout(check);
      out.end();
    };
    const leave = services.live.subscribe({
      // a screen reloads its list at an event, so events wait until the replica has the change
      onEvent: services.replica ? (event) => void services.replica?.caughtUp().then(() => send(event)) : send,
      onRevoked: (id) => {
        if (id === session_id) end();
      },
    });
    open.add(end);
    const beat = setInterval(() => out.write(': beat\n\n'), BEAT_MS);
    // permissions or branches may have changed, or the session may have ended; the browser reconnects with the current
    // state
    const checkReach = async (mayFail: boolean) => {
      const currentAccount = await findSessionAccount(services, session_id).catch(() => undefined);
      if (!open.has(end)) return;
      if (
        currentAccount === undefined
          ? !mayFail
          : currentAccount === null || !hasSamePermissionsAndBranches(me, currentAccount)
      )
        return end();
      check = setTimeout(
        checkReach,
        currentAccount ? checkInterval : checkInterval / 6,
        currentAccount !== undefined,
      );
    };
    const checkInterval = services.env.STREAM_CHECK_MS;
    let check = setTimeout(checkReach, checkInterval, true);
    out.on('close', end);
    out.on('error', end);

    out.write('retry: 1000\n\n');
    if (typeof input.last_id === 'number') {
      const events = await loadMissedEvents(ctx, input.last_id).catch(() => null);
      if (events === null) out.write('event: reset\ndata: {}\n\n');
      else for (const event of events) send(event);
    }
  });
}
