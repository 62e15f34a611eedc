import { createHash } from 'node:crypto';
import { createLoopLimit } from './bounded.ts';

/** The part of a database connection that the chain needs; pg's pool and client both have it. */
type Queries = {
  query<R extends object>(text: string, values?: unknown[]): Promise<{ rows: R[] }>;
};

/** The hash before the first link. */
export const GENESIS_HASH = '0'.repeat(64);

/** The exact text of an audit row that is hashed: every column as PostgreSQL prints it, in this order. */
export const CANONICAL = `
  jsonb_build_array(a.id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.xid, a.account_id, a.actor,
                    a.ip, a.request_id, a.action, a.noun, a.record_id, a.branch_id, a.changes)::text`;

/** The hash of a link: SHA-256 over the previous hash and the row. */
export const hashChainLink = (prev_hash: string, canonical: string): string =>
  createHash('sha256').update(prev_hash).update(canonical).digest('hex');

type Link = {
  readonly chain_no: string;
  readonly audit_id: string;
  readonly prev_hash: string;
  readonly hash: string;
  readonly canonical: string | null;
};

/** The first broken link or null, the number of intact links, and the head to compare with the hourly log line. */
export type AuditChainCheck = {
  readonly links: number;
  readonly head: string;
  readonly broken: { readonly chain_no: number; readonly audit_id: number; readonly why: string } | null;
};

/**
 * Condition for an audit row `a` that no running transaction can still precede. A row restored from another server
 * may name a transaction id from the future. The subqueries run once per statement instead of once per row.
 */
export const SETTLED = `(a.xid < (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
  OR a.xid >= (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint))`;

const CHUNK = 5_000;
/** Allows 5,000 million links, which is more than a shop ever writes. */
const CHUNKS_MAX = 1_000_000;

/**
 * Checks the whole chain: link numbers without gaps, each link built on the previous one, each row unchanged since it
 * was sealed. It also finds a row that was never sealed although later rows were.
 */
export async function verifyAudit(database: Queries): Promise<AuditChainCheck> {
  let head = GENESIS_HASH;
  let links = 0;
  const countRound = createLoopLimit('following the audit chain', CHUNKS_MAX);
  for (;;) {
    countRound();
    const { rows } = await database.query<Link>(
      `SELECT s.chain_no, s.audit_id, s.prev_hash, s.hash, ${CANONICAL} AS canonical
         FROM audit_seal s LEFT JOIN audit_log a ON a.id = s.audit_id
        WHERE s.chain_no > $1 ORDER BY s.chain_no LIMIT ${CHUNK}`,
      [links],
    );
    for (const link of rows) {
      const why = findChainProblem(link, links + 1, head);
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
  const firstUnsealed = await findFirstUnsealed(database);
  const broken =
    firstUnsealed === null
      ? null
      : { chain_no: links + 1, audit_id: firstUnsealed, why: 'a row was put in unsealed' };
  return { links, head, broken };
}

function findChainProblem(link: Link, expected: number, head: string): string | null {
  if (Number(link.chain_no) !== expected) return 'the link is missing';
  if (link.prev_hash !== head) return 'it does not follow the link before it';
  if (link.canonical === null) return 'its row is gone';
  return hashChainLink(head, link.canonical) === link.hash ? null : 'its row was changed';
}

/** The first row older than a minute that sealing skipped. */
async function findFirstUnsealed(database: Queries): Promise<number | null> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT a.id FROM audit_log a
      WHERE a.at < (SELECT max(sealed_at) FROM audit_seal) - interval '1 minute'
        AND ${SETTLED}
        AND NOT EXISTS (SELECT 1 FROM audit_seal s WHERE s.audit_id = a.id)
      ORDER BY a.id LIMIT 1`,
  );
  return rows[0] ? Number(rows[0].id) : null;
}
