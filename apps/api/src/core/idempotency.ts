import { createHash } from 'node:crypto';
import { fail } from '@dukkan/contract';
import type { Ctx, Scope } from './ctx.ts';
import { Prisma, readRows, writeBeside } from './db.ts';
import { mac } from './sealed.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
const KEPT_MS = 86_400_000;

/** What identifies a repeat: whose call, which path, which key, and what it said (decisions 0.1). */
export type Claim = {
  readonly scope: string;
  readonly path: string;
  readonly key: string;
  /** Of what was said, the branch-id header included. */
  readonly body_hash: string;
  /** What the caller sees: an answer is not told to whom its record may not be shown any more. */
  readonly branches: Scope;
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
      JSON.stringify(ctx.branch_id === null ? body : [ctx.branch_id, body], (name, value: unknown) => {
        if (value instanceof Uint8Array) return digest(value);
        // a plain hash of a chosen password could be guessed from what is kept
        const isSecret = name === 'password' && typeof value === 'string';
        return isSecret ? mac(ctx.services.env.SECRET_KEY, 'idempotency', value) : value;
      }),
    ),
    branches: ctx.scope,
  };
}

/** The lock and what is kept under a key; where nothing is, all but the lock is null. */
type Claimed = {
  readonly taken: boolean;
  readonly body_hash: string;
  readonly answer: string;
  readonly created_at: Date | null;
};

/** How a claim stands beside its answer: its hash, and whose branches it was made with. */
const written = ({ body_hash, branches }: Claim): string =>
  `${body_hash} ${branches === 'all' ? branches : branches.join()}`;

/** Whether all of these branches are still seen; what older answers do not say is not asked of them. */
function stillSees({ branches }: Claim, kept: string | undefined): boolean {
  if (branches === 'all' || kept === undefined || kept === '') return true;
  return kept !== 'all' && kept.split(',').every((id) => branches.includes(Number(id)));
}

const digest = (what: string | Uint8Array): string => createHash('sha256').update(what).digest('base64url');

/**
 * Runs a write once per key: work and kept answer stand in one transaction, so a crash leaves both or neither and a
 * refusal frees the key. The lock answers the same key at once while the first is still running.
 * @param redact makes of an answer what is kept of it: secrets that are told once are not
 * @returns the answer's text, on a repeat what was kept of the first one, byte for byte
 * @throws idempotency.in_progress, idempotency.mismatch; branch.forbidden where the caller sees less than before
 */
export function once(
  ctx: Ctx,
  claim: Claim,
  run: (ctx: Ctx) => Promise<string>,
  redact: (answer: string) => string = (answer) => answer,
): Promise<string> {
  const { scope, path, key, body_hash } = claim;
  return ctx.tx(async (ctx) => {
    const [claimed] = await readRows<Claimed>(
      ctx,
      Prisma.sql`SELECT * FROM idempotency_claim(${scope}, ${path}, ${key})`,
    );
    if (claimed?.created_at && ctx.now.getTime() - claimed.created_at.getTime() < KEPT_MS) {
      const [hash, branches] = claimed.body_hash.split(' ');
      if (!stillSees(claim, branches)) fail('branch.forbidden');
      if (hash !== body_hash) fail('idempotency.mismatch');
      return claimed.answer;
    }
    // asked after the kept answer was looked for: repeats of what is done already never wait for each other
    if (!claimed?.taken) fail('idempotency.in_progress');
    const answer = await run(ctx);
    await writeBeside(
      ctx,
      Prisma.sql`
      INSERT INTO idempotency_key (scope, path, key, body_hash, answer, status, created_at)
      VALUES (${scope}, ${path}, ${key}, ${written(claim)}, ${redact(answer)}, 200, ${ctx.now}::timestamptz)
      ON CONFLICT (scope, path, key) DO UPDATE
         SET body_hash = excluded.body_hash, answer = excluded.answer, status = 200, created_at = excluded.created_at`,
    );
    return answer;
  });
}
