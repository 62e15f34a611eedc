import { CANONICAL, GENESIS_HASH, hashChainLink, SETTLED } from '../core/audit-chain.ts';
import type { Services } from '../core/ctx.ts';
import { createOutageLogger } from '../core/process/log.ts';

/** The advisory lock of sealing; one process seals at a time. */
const LOCK = 7_340_017;
const BATCH = 2_000;
/** Rows may commit in another order than their ids; the quick pass looks this many ids back for late ones. */
const LOOK_BACK = 20_000;

type Head = { readonly chain_no: number; readonly hash: string };
type Unsealed = { readonly id: string; readonly canonical: string };

/**
 * Seals committed audit rows older than the oldest running transaction into the chain, in the order of their ids.
 * `whole` checks the whole log instead of its end.
 * @returns the chain's head and the number of sealed rows; null when another process is sealing
 */
export async function extendAuditChain(
  services: Services,
  { whole: fromStart = false } = {},
): Promise<(Head & { sealed: number }) | null> {
  const client = await services.database.pool.connect();
  try {
    await client.query('BEGIN');
    const lock = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
      LOCK,
    ]);
    if (!lock.rows[0]?.taken) {
      await client.query('ROLLBACK');
      return null;
    }
    const last = await client.query<{ chain_no: string; hash: string; sealed_to: string }>(
      `SELECT chain_no, hash, (SELECT max(audit_id) FROM audit_seal) AS sealed_to
         FROM audit_seal ORDER BY chain_no DESC LIMIT 1`,
    );
    const head: Head = {
      chain_no: Number(last.rows[0]?.chain_no ?? 0),
      hash: last.rows[0]?.hash ?? GENESIS_HASH,
    };
    // a literal in both conditions, so that the planner knows that only the end of the log is read
    const from = fromStart ? 0 : Number(last.rows[0]?.sealed_to ?? 0) - LOOK_BACK;
    const { rows } = await client.query<Unsealed>(
      `SELECT a.id, ${CANONICAL} AS canonical FROM audit_log a
        WHERE ${SETTLED}
          AND a.id > $1
          AND NOT EXISTS (SELECT 1 FROM audit_seal s WHERE s.audit_id = a.id AND s.audit_id > $1)
        ORDER BY a.id LIMIT ${BATCH}`,
      [from],
    );
    const links = chainRows(head, rows);
    if (links.length > 0)
      await client.query(
        `INSERT INTO audit_seal (chain_no, audit_id, prev_hash, hash)
         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[])`,
        [
          links.map((link) => link.chain_no),
          links.map((link) => link.audit_id),
          links.map((link) => link.prev_hash),
          links.map((link) => link.hash),
        ],
      );
    await client.query('COMMIT');
    const { chain_no, hash } = links.at(-1) ?? head;
    return { chain_no, hash, sealed: links.length };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

function chainRows(head: Head, rows: readonly Unsealed[]) {
  let prev_hash = head.hash;
  return rows.map(({ id, canonical }, index) => {
    const link = {
      chain_no: head.chain_no + index + 1,
      audit_id: id,
      prev_hash,
      hash: hashChainLink(prev_hash, canonical),
    };
    prev_hash = link.hash;
    return link;
  });
}

const EVERY_MS = 1_000;
const HEAD_EVERY_MS = 3_600_000;

/** Seals every second and logs the head once an hour, until the returned function is called. */
export function startAuditSealing(services: Services): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let nextHead = 0;
  const outage = createOutageLogger(services.log, 'audit rows cannot be sealed');

  const pass = async () => {
    const fromStart = Date.now() >= nextHead;
    try {
      const head = await extendAuditChain(services, { whole: fromStart });
      outage.worked();
      if (head && fromStart) {
        nextHead = Date.now() + HEAD_EVERY_MS;
        services.log.info({ chain_no: head.chain_no, hash: head.hash }, 'audit head');
      }
      // a backlog is sealed without pauses
      if (head && head.sealed === BATCH) return 0;
    } catch (error) {
      if (!stopped) outage.failed(error);
    }
    return EVERY_MS;
  };
  const scheduleNext = (delay: number) => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = pass().then(scheduleNext);
    }, delay);
    timer.unref();
  };
  scheduleNext(EVERY_MS);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
