import { createHash, randomBytes } from 'node:crypto';
import type { Services } from '../ctx.ts';
import { type Ctx, requireAccount } from '../ctx.ts';

/** Lifetime of a ticket in seconds. */
export const TICKET_SECONDS = 60;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Creates a ticket with which this session may download once within a minute; only its hash is stored. */
export async function createDownloadTicket(ctx: Ctx): Promise<{ token: string; expires_in: number }> {
  const token = randomBytes(24).toString('base64url');
  const session_id = requireAccount(ctx).session_id;
  await ctx.db.download_ticket.create({ data: { hash: hashToken(token), session_id, created_at: ctx.now } });
  return { token, expires_in: TICKET_SECONDS };
}

/** Redeems a ticket and returns its session, or null for one that is unknown, used or expired. */
export async function redeemDownloadTicket(services: Services, token: string): Promise<string | null> {
  const now = services.now();
  const { rows } = await services.database.pool.query<{ session_id: string }>({
    name: 'ticket_use',
    text: `UPDATE download_ticket SET used_at = $2
            WHERE hash = $1 AND used_at IS NULL AND created_at > $3 RETURNING session_id`,
    values: [hashToken(token), now, new Date(now.getTime() - TICKET_SECONDS * 1000)],
  });
  return rows[0]?.session_id ?? null;
}
