import { createHash } from 'node:crypto';
import { countRounds } from './bounded.ts';

/** What the chain needs of a database connection: pg's pool and client both have it. */
type Queries = {
  query<R extends object>(text: string, values?: unknown[]): Promise<{ rows: R[] }>;
};

/** The hash before the first link. */
export const GENESIS_HASH = '0'.repeat(64);

/** One audit row in the only spelling that is hashed: PostgreSQL's own text of every column, in this order. */
export const CANONICAL = `
  jsonb_build_array(a.id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.xid, a.account_id, a.actor,
                    a.ip, a.request_id, a.action, a.noun, a.record_id, a.branch_id, a.changes)::text`;

/** A link's hash: SHA-256 over the hash before it and the row (decisions 0.7). */
export const linkHash = (prev_hash: string, canonical: string): string =>
  createHash('sha256').update(prev_hash).update(canonical).digest('hex');

type Link = {
  readonly chain_no: string;
  readonly audit_id: string;
  readonly prev_hash: string;
  readonly hash: string;
  readonly canonical: string | null;
};

/** The first link that does not hold, or null; how many hold, and the head to compare with the hourly log line. */
export type Verdict = {
  readonly links: number;
  readonly head: string;
  readonly broken: { readonly chain_no: number; readonly audit_id: number; readonly why: string } | null;
};

/**
 * An audit row `a` that no running transaction can come before any more. A row restored from another server names a
 * transaction that is yet to come here. Questions of their own, so that they are asked once and not for each row.
 */
export const SETTLED = `(a.xid < (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
  OR a.xid >= (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint))`;

const CHUNK = 5_000;
/** Five thousand million links: more than a shop writes. */
const CHUNKS_MAX = 1_000_000;

/**
 * Follows the whole chain: numbers without a gap, each link on the one before, each row as it was sealed.
 * A row that was never sealed although a later one was long ago is found too (decisions 0.7, promises O1).
 */
export async function verifyAudit(database: Queries): Promise<Verdict> {
  let head = GENESIS_HASH;
  let links = 0;
  const countRound = countRounds('following the audit chain', CHUNKS_MAX);
  for (;;) {
    countRound();
    const { rows } = await database.query<Link>(
      `SELECT s.chain_no, s.audit_id, s.prev_hash, s.hash, ${CANONICAL} AS canonical
         FROM audit_seal s LEFT JOIN audit_log a ON a.id = s.audit_id
        WHERE s.chain_no > $1 ORDER BY s.chain_no LIMIT ${CHUNK}`,
      [links],
    );
    for (const link of rows) {
      const why = problem(link, links + 1, head);
      if (why)
        return {
          links,
          head,
          broken: { chain_no: links + 1, audit_id: Number(link.audit_id), why },
        };
      links += 1;
      head = link.hash;
    }
    if (rows.length < CHUNK) break;
  }
  const left = await unsealed(database);
  const broken =
    left === null ? null : { chain_no: links + 1, audit_id: left, why: 'a row was put in unsealed' };
  return { links, head, broken };
}

function problem(link: Link, expected: number, head: string): string | null {
  if (Number(link.chain_no) !== expected) return 'the link is missing';
  if (link.prev_hash !== head) return 'it does not follow the link before it';
  if (link.canonical === null) return 'its row is gone';
  return linkHash(head, link.canonical) === link.hash ? null : 'its row was changed';
}

/** The first row that sealing has passed by, more than a minute ago. */
async function unsealed(database: Queries): Promise<number | null> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT a.id FROM audit_log a
      WHERE a.at < (SELECT max(sealed_at) FROM audit_seal) - interval '1 minute'
        AND ${SETTLED}
        AND NOT EXISTS (SELECT 1 FROM audit_seal s WHERE s.audit_id = a.id)
      ORDER BY a.id LIMIT 1`,
  );
  return rows[0] ? Number(rows[0].id) : null;
}
