import { randomUUID, X509Certificate } from 'node:crypto';
import { api } from '@dukkan/contract';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { makeGermanShop, makeSigningShop } from '../../../test/fiscal.ts';
import { selling } from '../../../test/sales.ts';
import { signWaitingDocuments } from './index.ts';
import { signDocument } from './sign-document.ts';
import { verifyFiscalCode } from './signed-bytes.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const create = (body: object, { token }: Person = admin) => app.call(api.tss.create, body, { token });
const listed = async (branch_id: number) =>
  (await app.call(api.tss.list, { branch_id }, { token: admin.token })).results;
const signWaitingNow = async (id: string): Promise<void> => signDocument(app.services, id);
const documents = async (branch_id: number) =>
  (
    await app.call(
      api.tss.documents,
      { branch_id, sort_by: 'created_at', sort_as: 'asc' },
      { token: admin.token },
    )
  ).results;

/** What a scanner reads of the code on a paper. */
function readQr(rows: readonly string[] = []): string {
  const scale = 4;
  const side = rows.length * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] === '1')
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  return decodeQR({ width: side, height: side, data });
}

describe('setting up signing', () => {
  it('setting up signing issues a verifiable certificate and registers the till', async () => {
    const { branch_id, device_ids } = await makeGermanShop(app, admin, { no: `B${unique()}` });
    const [device_id] = device_ids;
    const { status, results } = await create({ branch_id, device_id });
    expect(status).toBe(200);
    expect(results).toMatchObject({
      branch_id,
      provider: 'soft',
      environment: 'TEST',
      state: 'INITIALIZED',
      signature_counter: 0,
      transaction_counter: 0,
      waiting: 0,
    });
    expect(results.clients).toMatchObject([{ device_id, state: 'REGISTERED' }]);
    expect(results.days).toHaveLength(30);
    const certificate = new X509Certificate(results.certificate);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.subject).toContain(`CN=${results.serial_number}`);
    expect(certificate.subject).toContain('C=DE');
    expect(certificate.ca).toBe(false);
    expect(new Date(certificate.validTo).toISOString()).toBe(results.valid_to);
    const spki = certificate.publicKey.export({ format: 'der', type: 'spki' });
    expect(spki.subarray(-65).toString('base64')).toBe(results.public_key);
  });

  it('two concurrent setups of signing create one certificate, and a repeat answers it again', async () => {
    const { branch_id, device_ids } = await makeGermanShop(app, admin, { tills: 2 });
    const all = await Promise.all(
      [...device_ids, ...device_ids].map((device_id) => create({ branch_id, device_id })),
    );
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(all.map(({ results }) => results.serial_number)).size).toBe(1);
    const rows = await listed(branch_id);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.clients.map(({ device_id }) => device_id).sort()).toEqual([...device_ids].sort());
  });

  it('signing is refused for a branch that cannot sign', async () => {
    const shop = await makeGermanShop(app, admin);
    const { branch_id } = shop;
    const other = await makeGermanShop(app, admin);
    const refused = async (body: object) => (await create(body)).failure;
    expect(await refused({ branch_id, device_id: other.device_ids[0] })).toMatchObject({
      code: 'reference.missing',
      params: { field: 'device_id' },
    });
    expect((await refused({ branch_id, provider: 'fiskaly' })).code).toBe('fiscal.not_built');
    expect((await refused({ branch_id: (await makeBranch(app)).id })).code).toBe('fiscal.country');
    expect((await refused({ branch_id: 999_999 })).code).toBe('reference.missing');
    for (const no of [`1;${unique()}`, `1/${unique()}`, `1_${unique()}`]) {
      const bad = await makeGermanShop(app, admin, { no });
      const body = { branch_id: bad.branch_id, device_id: bad.device_ids[0] };
      expect((await refused(body)).code).toBe('fiscal.client_serial');
    }
  });

  it('staff see signing certificates of their own branches only', async () => {
    const { branch_id } = await makeSigningShop(app, admin);
    const home = (await makeBranch(app)).id;
    const manager = await makePerson(app, { permissions: ['taxs'], branch_id: home });
    const { token } = manager;
    expect((await create({ branch_id }, manager)).failure.code).toBe('branch.forbidden');
    const seen = await app.call(api.tss.list, {}, { token });
    expect(seen.results.map((row) => row.branch_id)).not.toContain(branch_id);
    expect((await app.call(api.tss.documents, {}, { token })).results).toEqual([]);
  });

  it('a branch needs its country and the euro before signing is switched on', async () => {
    const { id } = await makeBranch(app);
    const save = (settings: object) => app.call(api.branch.update, { id, settings }, { token: admin.token });
    expect((await save({ fiscal: 'soft' })).failure.code).toBe('fiscal.country');
    expect((await save({ fiscal: 'sa_simple' })).status).toBe(422);
    const shop = await makeGermanShop(app, admin, { fiscal: 'none' });
    const on = await app.call(
      api.branch.update,
      { id: shop.branch_id, settings: { fiscal: 'soft' } },
      { token: admin.token },
    );
    expect(on.results.settings.fiscal).toBe('soft');
  });

  it('signing keys never appear in an answer, the audit log or an error', async () => {
    const { branch_id } = await makeSigningShop(app, admin);
    const answer = await app.call(api.tss.list, { branch_id }, { token: admin.token });
    expect(answer.text).not.toMatch(/private_key|PRIVATE KEY/);
    const rows = await app.services.database.prisma.audit_log.findMany({ where: { noun: 'tss' } });
    expect(rows.length).toBeGreaterThan(0);
    expect(
      JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(/private_key|PRIVATE KEY/);
  });
});

describe('signing receipts', () => {
  it('a sale, its return and the undo of the return are each signed with the next numbers', async () => {
    const { shelf, branch_id, device_ids } = await makeSigningShop(app, admin);
    const shop = selling(app, admin);
    const sold = await shop.make(shelf, 2, { device_id: device_ids[0] });
    expect(sold.status).toBe(200);
    const back = await shop.giveBack(sold.results.id, [{ line_id: sold.results.lines[0]?.id, quantity: 1 }]);
    expect(back.status).toBe(200);
    const undone = await shop.undo(back.results.id);
    expect(undone.status).toBe(200);

    const rows = await documents(branch_id);
    expect(
      rows.map(({ kind, state, transaction_number, process_data }) => [
        kind,
        state,
        transaction_number,
        process_data,
      ]),
    ).toEqual([
      ['sale', 'sealed', 1, 'Beleg^20.00_0.00_0.00_0.00_0.00^20.00:Bar'],
      ['return', 'sealed', 2, 'Beleg^-10.00_0.00_0.00_0.00_0.00^-10.00:Bar'],
      ['undo', 'sealed', 3, 'Beleg^10.00_0.00_0.00_0.00_0.00^10.00:Bar'],
    ]);
    for (const { code } of rows) {
      expect(verifyFiscalCode(code ?? '')).toMatchObject({ valid: true });
      const changed = (code ?? '').replace('10.00:Bar', '11.00:Bar').replace('20.00:Bar', '21.00:Bar');
      const firstReply = await app.call(api.tss.verify, { qr: changed }, { token: admin.token });
      expect(firstReply.results).toMatchObject({ valid: false, differs: 'signature_value' });
    }
    const [tss] = await listed(branch_id);
    expect(tss).toMatchObject({ transaction_counter: 3, signature_counter: 6, waiting: 0 });
    expect(tss?.days.at(-1)?.signed).toBe(3);

    const paper = await app.call(api.order.paper, { id: sold.results.id }, { token: admin.token });
    expect(paper.text).toContain('nicht für steuerliche Zwecke');
    expect(paper.results.facts.map(({ value }) => value)).toContain('1');
    expect(readQr(paper.results.qr?.rows)).toBe(rows[0]?.code);
    const returned = await app.call(api.orderReturn.paper, { id: back.results.id }, { token: admin.token });
    expect(readQr(returned.results.qr?.rows)).toBe(rows[1]?.code);
    expect(returned.text).toContain('nicht für steuerliche Zwecke');
  });

  it('a sale without a certificate succeeds, is marked as unsigned on paper and is never signed later', async () => {
    const { shelf, branch_id, device_ids } = await makeGermanShop(app, admin);
    const sold = await selling(app, admin).make(shelf, 1, { device_id: device_ids[0] });
    expect(sold.status).toBe(200);
    expect(await documents(branch_id)).toMatchObject([{ state: 'outage', reason: 'no_tss' }]);
    const paper = await app.call(api.order.paper, { id: sold.results.id }, { token: admin.token });
    expect(paper.text).toContain('TSE ausgefallen');
    expect(paper.results.qr).toBeNull();
    await create({ branch_id });
    const again = await selling(app, admin).make(shelf, 1, { device_id: device_ids[0] });
    expect(again.status).toBe(200);
    await signWaitingDocuments(app.services);
    expect(await documents(branch_id)).toMatchObject([
      { state: 'outage', reason: 'no_tss', code: null },
      { state: 'outage', reason: 'not_registered', code: null },
    ]);
  });

  it('orders of other branches and orders without a till are not signed', async () => {
    const signing = await makeSigningShop(app, admin);
    await selling(app, admin).standing(signing.shelf, 1, 'delivered');
    const plain = await makeGermanShop(app, admin, { fiscal: 'none' });
    await selling(app, admin).make(plain.shelf, 1, { device_id: plain.device_ids[0] });
    expect(await documents(signing.branch_id)).toEqual([]);
    expect(await documents(plain.branch_id)).toEqual([]);
  });

  it('a sale whose amounts by tax rate differ from its payments is refused and not stored', async () => {
    const { shelf, branch_id, device_ids } = await makeSigningShop(app, admin);
    const { prisma } = app.services.database;
    // a rate without a tax type
    await prisma.$executeRaw`UPDATE branch SET settings = jsonb_set(settings, '{tax,value}', '13.37') WHERE id = ${branch_id}`;
    const refused = await selling(app, admin).make(shelf, 1, { device_id: device_ids[0] });
    expect(refused.failure.code).toBe('fiscal.unbalanced');
    expect(await documents(branch_id)).toEqual([]);
    expect(await prisma.order.count({ where: { branch_id } })).toBe(0);
  });

  it('signing completes receipts that a stopped process left without numbers or without a signature', async () => {
    const { shelf, branch_id, device_ids } = await makeSigningShop(app, admin);
    const sold = await selling(app, admin).make(shelf, 1, { device_id: device_ids[0] });
    const { prisma } = app.services.database;
    const first = await prisma.fiscal_document.findFirstOrThrow({ where: { order_id: sold.results.id } });
    const long_ago = new Date(Date.now() - 60_000);
    // as a process leaves it that ended right after the commit
    const rest = { tss_id: first.tss_id, client_id: first.client_id, branch_id, order_id: first.order_id };
    const returned = await selling(app, admin).giveBack(sold.results.id, [
      { line_id: sold.results.lines[0]?.id, quantity: 1 },
    ]);
    const waiting = randomUUID();
    await prisma.fiscal_document.create({
      data: {
        ...rest,
        id: waiting,
        kind: 'undo',
        return_id: returned.results.id,
        process_data: 'Beleg^10.00_0.00_0.00_0.00_0.00^10.00:Bar',
        created_at: long_ago,
      },
    });
    await Promise.all([signWaitingDocuments(app.services), signWaitingDocuments(app.services)]);
    const rows = await documents(branch_id);
    expect(rows.map(({ state }) => state)).toEqual(['sealed', 'sealed', 'sealed']);
    expect(rows.map(({ transaction_number }) => transaction_number).sort()).toEqual([1, 2, 3]);

    // as one leaves it that ended between the numbers and the signature
    await prisma.fiscal_document.update({
      where: { id: waiting },
      data: { state: 'signing', code: null, sealed_at: null },
    });
    await signWaitingDocuments(app.services);
    const sealed = await prisma.fiscal_document.findUniqueOrThrow({ where: { id: waiting } });
    expect(sealed).toMatchObject({ state: 'sealed', transaction_number: 3 });
    expect(verifyFiscalCode(sealed.code ?? '')).toMatchObject({ valid: true });
    expect((await listed(branch_id))[0]).toMatchObject({ transaction_counter: 3, signature_counter: 6 });
  });

  it('pending receipts are signed on request, but never those printed without a signature', async () => {
    const { shelf, branch_id, device_ids } = await makeSigningShop(app, admin);
    const sold = await selling(app, admin).make(shelf, 1, { device_id: device_ids[0] });
    const { prisma } = app.services.database;
    const [first] = await documents(branch_id);
    const retry = (id: string, { token }: Person = admin) => app.call(api.tss.retry, { id }, { token });
    expect((await retry(first?.id ?? '')).failure.code).toBe('fiscal.not_waiting');
    expect((await retry(randomUUID())).status).toBe(404);
    // as a process leaves it that ended after the numbers
    await prisma.fiscal_document.update({
      where: { id: first?.id ?? '' },
      data: { state: 'signing', code: null, sealed_at: null },
    });
    const elsewhere = await makePerson(app, { permissions: ['taxs'], branch_id: (await makeBranch(app)).id });
    expect((await retry(first?.id ?? '', elsewhere)).status).toBe(404);
    expect((await retry(first?.id ?? '')).results).toEqual({ id: first?.id });
    expect(await documents(branch_id)).toMatchObject([{ state: 'sealed', code: first?.code }]);

    const unsigned = await makeGermanShop(app, admin);
    await selling(app, admin).make(unsigned.shelf, 1, { device_id: unsigned.device_ids[0] });
    const [outage] = await documents(unsigned.branch_id);
    expect((await retry(outage?.id ?? '')).failure.code).toBe('fiscal.not_waiting');
    expect(sold.status).toBe(200);
  });

  it('a disabled certificate signs nothing more, and its branch can set up a new one', async () => {
    const { shelf, branch_id, device_ids } = await makeSigningShop(app, admin);
    const { prisma } = app.services.database;
    const device_id = device_ids[0];
    const sell = () => selling(app, admin).make(shelf, 1, { device_id });
    expect((await sell()).status).toBe(200);
    const [old] = await listed(branch_id);
    const id = old?.id ?? '';
    const disable = ({ token }: Person = admin) => app.call(api.tss.disable, { id }, { token });
    const elsewhere = await makePerson(app, { permissions: ['taxs'], branch_id: (await makeBranch(app)).id });
    expect((await disable(elsewhere)).status).toBe(404);

    const [first] = await documents(branch_id);
    const unseal = { state: 'signing', code: null, sealed_at: null };
    await prisma.fiscal_document.update({ where: { id: first?.id ?? '' }, data: unseal });
    expect((await disable()).failure).toMatchObject({ code: 'fiscal.waiting', params: { count: 1 } });
    const ended = await Promise.all([signWaitingNow(first?.id ?? ''), disable(), disable()]);
    expect(ended.slice(1).some((reply) => reply?.status === 200 || reply?.status === 409)).toBe(true);
    expect((await disable()).results).toMatchObject({
      state: 'DISABLED',
      clients: [{ device_id, state: 'DEREGISTERED' }],
    });
    const row = await prisma.tss.findUniqueOrThrow({ where: { id } });
    expect((await sell()).status).toBe(200);
    // as a sale leaves it that was being written meanwhile
    const sale = await prisma.fiscal_document.findFirstOrThrow({ where: { branch_id, state: 'outage' } });
    expect(sale.reason).toBe('no_tss');
    await prisma.fiscal_document.update({
      where: { id: sale.id },
      data: { state: 'waiting', reason: null, tss_id: id, client_id: old?.clients[0]?.id ?? null },
    });
    await signWaitingNow(sale.id);
    expect(await prisma.fiscal_document.findUniqueOrThrow({ where: { id: sale.id } })).toMatchObject({
      state: 'outage',
      reason: 'no_tss',
      transaction_number: null,
    });
    expect((await prisma.tss.findUniqueOrThrow({ where: { id } })).signature_counter).toBe(
      row.signature_counter,
    );

    const again = await create({ branch_id, device_id });
    expect(again.results.id).not.toBe(id);
    expect((await sell()).status).toBe(200);
    expect((await documents(branch_id)).at(-1)).toMatchObject({ state: 'sealed', transaction_number: 1 });
  });

  it('the signed receipts of a period are exported as a file', async () => {
    const { shelf, branch_id, device_ids } = await makeSigningShop(app, admin);
    await selling(app, admin).make(shelf, 1, { device_id: device_ids[0] });
    const token = admin.token;
    const query = { branch_id, export: 1, format: 'csv', locale: 'en' };
    const file = await app.call(api.tss.documents, query, { token });
    expect(file.headers['content-type']).toContain('text/csv');
    const [head, ...lines] = file.text.trim().split(/\r?\n/);
    expect(head).toContain('Transaction number');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Beleg^10.00_0.00_0.00_0.00_0.00^10.00:Bar');
    expect(lines[0]).toContain('V0;');
    const before = { branch_id, to_date: '2020-01-01' };
    expect((await app.call(api.tss.documents, before, { token })).results).toEqual([]);
    const since = { branch_id, from_date: '2020-01-01' };
    expect((await app.call(api.tss.documents, since, { token })).results).toHaveLength(1);
  });

  it('the log of signatures cannot be changed', async () => {
    const { shelf, device_ids } = await makeSigningShop(app, admin);
    await selling(app, admin).make(shelf, 1, { device_id: device_ids[0] });
    const { prisma } = app.services.database;
    await expect(prisma.$executeRaw`UPDATE fiscal_log SET signature = 'x'`).rejects.toThrow('append-only');
    await expect(prisma.$executeRaw`UPDATE fiscal_log SET counter = counter + 1000`).rejects.toThrow(
      'append-only',
    );
    await expect(prisma.$executeRaw`DELETE FROM fiscal_log`).rejects.toThrow('append-only');
  });

  it('verifying a text that is no receipt code is refused', async () => {
    const firstReply = await app.call(api.tss.verify, { qr: 'https://example.test' }, { token: admin.token });
    expect(firstReply.failure.code).toBe('fiscal.no_code');
  });
});
