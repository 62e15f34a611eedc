import { createHash } from 'node:crypto';
import { fail } from '@dukkan/contract';
import { type Selectable, sql } from 'kysely';
import type { Tables } from '../generated/tables.ts';
import type { BranchScope, Ctx } from './ctx.ts';
import { fetchRow, runDeferred, tables } from './db/tables.ts';
import { hmac } from './secret/encryption.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
const KEPT_MS = 86_400_000;
const SECRETS = new Set(['password', 'current_password', 'pin']);

/** Identifies a repeated request: the caller, the path, the key and the body. */
export type IdempotencyClaim = {
  readonly scope: string;
  readonly path: string;
  readonly key: string;
  /** Covers the body and the branch-id header. */
  readonly body_hash: string;
  /** The caller's branches, so that a stored answer is not given to a caller who may no longer see the record. */
  readonly branches: BranchScope;
};

/** Reads the Idempotency-Key of a request; null without one. @throws idempotency.key_invalid */
export function readIdempotencyClaim(
  ctx: Ctx,
  path: string,
  header: unknown,
  body: unknown,
): IdempotencyClaim | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !KEY.test(header)) return fail('idempotency.key_invalid');
  return {
    scope: ctx.actor.kind === 'account' ? `account:${ctx.actor.id}` : `address:${ctx.ip}`,
    path,
    key: header,
    body_hash: hashSha256(
      JSON.stringify(ctx.branch_id === null ? body : [ctx.branch_id, body], (name, value: unknown) => {
        if (value instanceof Uint8Array) return hashSha256(value);
        // a plain hash of a password could be guessed from the stored value
        const isSecret = SECRETS.has(name) && typeof value === 'string';
        return isSecret ? hmac(ctx.services.env.SECRET_KEY, 'idempotency', value) : value;
      }),
    ),
    branches: ctx.scope,
  };
}

/** The lock and the answer stored under the key; without an answer only the lock is set. */
type Claimed = Pick<Selectable<Tables['idempotency_key']>, 'body_hash' | 'answer'> & {
  readonly taken: boolean;
  readonly created_at: Date | null;
};

/** The text stored with an answer: the hash of the body and the caller's branches. */
const storedClaim = ({ body_hash, branches }: IdempotencyClaim): string =>
  `${body_hash} ${branches === 'all' ? branches : branches.join()}`;

/** True when the caller still sees all branches of the first call; old answers without branches pass. */
function canStillSee({ branches }: IdempotencyClaim, storedBranches: string | undefined): boolean {
  if (branches === 'all' || storedBranches === undefined || storedBranches === '') return true;
  return storedBranches !== 'all' && storedBranches.split(',').every((id) => branches.includes(Number(id)));
}

const hashSha256 = (what: string | Uint8Array): string =>
  createHash('sha256').update(what).digest('base64url');

/** True when the key has an answer already. */
async function hasAnswer(ctx: Ctx, { scope, path, key }: IdempotencyClaim): Promise<boolean> {
  const oldest = new Date(ctx.now.getTime() - KEPT_MS);
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('idempotency_key')
      .select('created_at')
      .where('scope', '=', scope)
      .where('path', '=', path)
      .where('key', '=', key)
      .where('created_at', '>', oldest),
  );
  return row !== undefined;
}

type Once = {
  /** Checks that take long; they run before the transaction, and not for a repeat. */
  readonly prepare: ((ctx: Ctx) => Promise<void>) | null;
  readonly run: (ctx: Ctx) => Promise<string>;
  /** Removes from the stored answer the secrets that are shown once. */
  readonly redact: (answer: string) => string;
};

/**
 * Runs a write once per key. The work and its stored answer are in one transaction, so a crash keeps both or neither,
 * and a refusal frees the key. A second call is refused at once while the first is running.
 * @returns the answer's text, on a repeat the stored text byte for byte
 * @throws idempotency.in_progress, idempotency.mismatch; branch.forbidden when the caller sees less than before
 */
export async function runOnce(
  ctx: Ctx,
  claim: IdempotencyClaim,
  { prepare, run, redact }: Once,
): Promise<string> {
  const { scope, path, key, body_hash } = claim;
  if (prepare && !(await hasAnswer(ctx, claim))) await prepare(ctx);
  return ctx.tx(async (ctx) => {
    const claimed = await fetchRow(
      ctx,
      sql<Claimed>`SELECT * FROM idempotency_claim(${scope}, ${path}, ${key})`,
    );
    if (claimed?.created_at && ctx.now.getTime() - claimed.created_at.getTime() < KEPT_MS) {
      const [hash, branches] = claimed.body_hash.split(' ');
      if (!canStillSee(claim, branches)) fail('branch.forbidden');
      if (hash !== body_hash) fail('idempotency.mismatch');
      return claimed.answer;
    }
    // the lock is checked after the stored answer, so that repeats of finished work never wait for each other
    if (!claimed?.taken) fail('idempotency.in_progress');
    const answer = await run(ctx);
    await runDeferred(
      ctx,
      tables
        .insertInto('idempotency_key')
        .values({
          scope,
          path,
          key,
          body_hash: storedClaim(claim),
          answer: redact(answer),
          status: 200,
          created_at: ctx.now,
        })
        .onConflict((conflict) =>
          conflict.columns(['scope', 'path', 'key']).doUpdateSet(({ ref }) => ({
            body_hash: ref('excluded.body_hash'),
            answer: ref('excluded.answer'),
            status: 200,
            created_at: ref('excluded.created_at'),
          })),
        ),
    );
    return answer;
  });
}
