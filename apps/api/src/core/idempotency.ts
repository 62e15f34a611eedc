import { createHash } from 'node:crypto';
import { fail } from '@dukkan/contract';
import type { Ctx } from './ctx.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
const KEPT_MS = 86_400_000;

/** What identifies a repeat: whose call, which path, which key, and what it said (decisions 0.1). */
export type Claim = {
  readonly scope: string;
  readonly path: string;
  readonly key: string;
  readonly body_hash: string;
};

/** The claim of a request that sent an Idempotency-Key; null without one. @throws idempotency.key_invalid */
export function claimOf(ctx: Ctx, path: string, header: unknown, body: unknown): Claim | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !KEY.test(header)) return fail('idempotency.key_invalid');
  return {
    scope: ctx.actor.kind === 'account' ? `account:${ctx.actor.id}` : `address:${ctx.ip}`,
    path,
    key: header,
    body_hash: digest(
      JSON.stringify(body, (_, value: unknown) => (value instanceof Uint8Array ? digest(value) : value)),
    ),
  };
}

const digest = (what: string | Uint8Array): string => createHash('sha256').update(what).digest('base64url');

/**
 * Runs a write once per key: work and kept answer stand in one transaction, so a crash leaves both or neither and a
 * refusal frees the key. The lock answers the same key at once while the first is still running.
 * @returns the answer's text, the first one's byte for byte on a repeat
 * @throws idempotency.in_progress, idempotency.mismatch
 */
export function once(ctx: Ctx, claim: Claim, run: (ctx: Ctx) => Promise<string>): Promise<string> {
  const { scope, path, key, body_hash } = claim;
  return ctx.tx(async (ctx) => {
    const [lock] = await ctx.db.$queryRaw<{ taken: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${path} ${key}`}, 7)) AS taken`;
    const kept = await ctx.db.idempotency_key.findUnique({ where: { scope_path_key: { scope, path, key } } });
    if (kept && ctx.now.getTime() - kept.created_at.getTime() < KEPT_MS) {
      if (kept.body_hash !== body_hash) fail('idempotency.mismatch');
      return kept.answer;
    }
    // asked after the kept answer was looked for: repeats of what is done already never wait for each other
    if (!lock?.taken) fail('idempotency.in_progress');
    const answer = await run(ctx);
    const row = { body_hash, answer, status: 200, created_at: ctx.now };
    await ctx.db.idempotency_key.upsert({
      where: { scope_path_key: { scope, path, key } },
      create: { scope, path, key, ...row },
      update: row,
    });
    return answer;
  });
}
