import { createHash, randomBytes } from 'node:crypto';
import { type Ctx, requireAccount } from './ctx.ts';
import type { Services } from './services.ts';

/** Seconds a ticket lives. */
export const TICKET_SECONDS = 60;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A one-minute, single-use right of this session to download (decisions 0.6); only its hash is kept. */
export async function createDownloadTicket(ctx: Ctx): Promise<{ token: string; expires_in: number }> {
  const token = randomBytes(24).toString('base64url');
  const session_id = requireAccount(ctx).session_id;
  await ctx.db.download_ticket.create({ data: { hash: hashOf(token), session_id, created_at: ctx.now } });
  return { token, expires_in: TICKET_SECONDS };
}

/** Uses a ticket up; answers its session, or null for one that is unknown, used or too old. */
export async function redeemDownloadTicket(services: Services, token: string): Promise<string | null> {
  const now = services.now();
  const { rows } = await services.database.pool.query<{ session_id: string }>({
    name: 'ticket_use',
    text: `UPDATE download_ticket SET used_at = $2
            WHERE hash = $1 AND used_at IS NULL AND created_at > $3 RETURNING session_id`,
    values: [hashOf(token), now, new Date(now.getTime() - TICKET_SECONDS * 1000)],
  });
  return rows[0]?.session_id ?? null;
}
