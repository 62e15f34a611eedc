import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { api } from '@dukkan/contract';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';
import { recordAudit } from '../core/audit.ts';
import { verifyAudit } from '../core/audit-chain.ts';
import { extendAuditChain } from './sealing.ts';

const run = promisify(execFile);
const script = new URL('../../../../scripts/verify-audit.mjs', import.meta.url).pathname;

let app: TestApp;
let admin: Person;
let owner: pg.Client;
beforeEach(async () => {
  // a process that only serves: the test says itself when rows are sealed
  app = await startApp({ env: { ROLE: 'api' } });
  admin = await makeAdmin(app);
  owner = new pg.Client({ connectionString: app.database });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await app.stop();
});

const write = (name: string) =>
  app.call(api.branch.create, { names: { en: name, ar: name } }, { token: admin.token });
const sealed = async () =>
  (await owner.query('SELECT audit_id FROM audit_seal ORDER BY chain_no')).rows.map((row) =>
    Number(row.audit_id),
  );
const verify = () => run(process.execPath, [script], { env: { DATABASE_URL: app.database } });

/** Seals until nothing is open: another database's transaction on the same server is waited for too. */
async function sealAll() {
  let count = 0;
  for (;;) {
    const head = await extendAuditChain(app.services);
    count += head?.sealed ?? 0;
    const { rows } = await owner.query(
      'SELECT 1 FROM audit_log WHERE id NOT IN (SELECT audit_id FROM audit_seal) LIMIT 1',
    );
    if (rows.length === 0) return head && { ...head, sealed: count };
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

test('audit rows are sealed once, in order, and the chain verifies', async () => {
  for (const name of ['A', 'B', 'C']) await write(name);
  const head = await sealAll();
  expect(head).toMatchObject({ chain_no: 3, sealed: 3 });
  expect(await sealAll()).toMatchObject({ chain_no: 3, sealed: 0, hash: head?.hash });
  await write('D');
  expect(await sealAll()).toMatchObject({ chain_no: 4, sealed: 1 });
  const ids = await sealed();
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(await verifyAudit(owner)).toMatchObject({ links: 4, broken: null });
  expect((await verify()).stdout).toContain('The audit log holds: 4 links');
});

test('sealing waits for the oldest running transaction, so that no row is inserted behind the chain', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const change = { noun: 'branch', id: 1, action: 'update', before: null, after: null } as const;
  let begun = () => {};
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const slow = app.ctx().tx(async (ctx) => {
    await recordAudit(ctx, change);
    begun();
    await held;
  });
  await started;
  await write('Fast');
  expect(await extendAuditChain(app.services)).toMatchObject({ sealed: 0 });
  finish();
  await slow;
  expect(await sealAll()).toMatchObject({ sealed: 2 });
});

test('only one process seals the audit log at a time', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E']) await write(name);
  await Promise.all(Array.from({ length: 6 }, () => extendAuditChain(app.services)));
  await sealAll();
  expect(await sealed()).toHaveLength(5);
  expect(await verifyAudit(owner)).toMatchObject({ links: 5, broken: null });
});

/** What the owner of the database could do with the trigger out of the way. */
const tamper = async (sql: string) => {
  await owner.query('SET session_replication_role = replica');
  await owner.query(sql);
  await owner.query('SET session_replication_role = origin');
};

test.each([
  [
    'one changed letter',
    "UPDATE audit_log SET actor = 'Nobody' WHERE id = (SELECT audit_id FROM audit_seal WHERE chain_no = 2)",
    2,
  ],
  [
    'a row taken out',
    'DELETE FROM audit_log WHERE id = (SELECT audit_id FROM audit_seal WHERE chain_no = 3)',
    3,
  ],
  ['a link taken out', 'DELETE FROM audit_seal WHERE chain_no = 2', 2],
  ['a link forged', "UPDATE audit_seal SET hash = repeat('a', 64) WHERE chain_no = 1", 1],
])('verify finds %s by the database owner and names its place in the chain', async (_what, sql, chain_no) => {
  for (const name of ['A', 'B', 'C', 'D']) await write(name);
  await sealAll();
  await tamper(sql);
  expect((await verifyAudit(owner)).broken).toMatchObject({ chain_no });
  await expect(verify()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`link ${chain_no}:`),
  });
});

test('verify finds an audit row that was inserted behind the chain', async () => {
  await write('A');
  await tamper(`INSERT INTO audit_log (at, xid, actor, action, noun, record_id, changes)
                VALUES (now() - interval '1 day', 1, 'Forger', 'create', 'branch', '1', '{}')`);
  await owner.query(
    "INSERT INTO audit_seal SELECT 1, max(id), repeat('0', 64), repeat('0', 64) FROM audit_log",
  );
  expect((await verifyAudit(owner)).broken).not.toBeNull();
});

test('an audit row that was unsealed in a dump is sealed in the restored database', async () => {
  await write('A');
  // as pg_restore puts it in: another server's transactions were numbered further
  await owner.query(`INSERT INTO audit_log (xid, actor, action, noun, record_id, changes)
    VALUES (pg_current_xact_id()::text::bigint + 1000000, 'Before', 'create', 'branch', '1', '{}')`);
  await sealAll();
  expect(await sealed()).toHaveLength(2);
  expect((await verifyAudit(owner)).broken).toBeNull();
});

test('a running process seals new audit rows within seconds', async () => {
  const worker = await startApp({ database: app.database, jobs: true });
  await write('Watched');
  await expect.poll(sealed, { timeout: 8_000 }).toHaveLength(1);
  await worker.stop();
});
