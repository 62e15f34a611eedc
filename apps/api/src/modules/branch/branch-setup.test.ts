import { createServer } from 'node:net';
import { api } from '@dukkan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { makeTill } from '../../../test/tills.ts';
import { resolvePrinterAddress } from './printer-connection.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ env: { PRINTER_NETWORKS: '127.0.0.0/8' } });
  admin = await makePerson(app, { permissions: ['admin'] });
});

const as = (person: Person = admin) => ({ token: person.token });
const managerOf = (branch_id: number) => makePerson(app, { permissions: ['branchs'], branch_id });

describe('branch albums', () => {
  const save = (input: object, person = admin) => app.call(api.branchAlbum.save, input as never, as(person));
  const shown = (input: object, token?: string) =>
    app.call(api.branchAlbum.list, input, token ? { token } : {});

  it('a branch album keeps its order and is public without the status of its pictures', async () => {
    const { branch_id } = await makeTill(app);
    const one = await save({ branch_id, file_base64: PIXEL, names: { en: 'Front' } });
    expect(one.results, one.text).toMatchObject({ name: 'Front', ord: 0, status: 1 });
    const two = await save({ branch_id, file: PIXEL, descriptions: { de: 'Innen' } });
    expect(two.results).toMatchObject({ ord: 1, descriptions: { de: 'Innen' } });
    const ids = [two.results.id, one.results.id];
    expect((await app.call(api.branchAlbum.order, { branch_id, ids }, as())).results.ids).toEqual(ids);
    const all = await shown({ branch_id });
    expect(all.results.map(({ id }) => id)).toEqual(ids);
    for (const part of ['status', 'version', 'actions']) expect(all.results[0]).not.toHaveProperty(part);
    expect((await save({ id: one.results.id, status: 0 })).results).toMatchObject({ status: 0 });
    expect((await shown({ branch_id })).results.map(({ id }) => id)).toEqual([two.results.id]);
    expect((await shown({ branch_id }, admin.token)).results).toHaveLength(2);
    const [row] = (await app.call(api.branch.list, { id: branch_id, load: 'album' }, as())).results;
    expect(row?.album).toMatchObject([{ id: two.results.id }]);
    await app.call(api.branch.update, { id: branch_id, status: 0 }, as());
    expect((await shown({ branch_id })).results).toEqual([]);
  });

  it('a branch album holds at most fifty pictures, also when many are added at the same moment', async () => {
    const { branch_id } = await makeTill(app);
    const { prisma } = app.services.database;
    await prisma.branch_album_image.createMany({
      data: Array.from({ length: 48 }, (_, ord) => ({ branch_id, ord, file: 'x.webp' })),
    });
    const all = await Promise.all(Array.from({ length: 5 }, () => save({ branch_id, file_base64: PIXEL })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const { failure } of all.filter(({ status }) => status !== 200))
      expect(failure).toMatchObject({ code: 'album.full', params: { max: 50 } });
  });

  it('a branch album refuses files that are no pictures, that are too large, or that belong to another branch', async () => {
    const [here, there] = [await makeTill(app), await makeTill(app)];
    const { branch_id } = here;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>').toString('base64');
    for (const file_base64 of [svg, Buffer.from('GIF89a').toString('base64')])
      expect((await save({ branch_id, file_base64 })).failure.code).toBe('image.unreadable');
    expect((await save({ branch_id })).failure.errors).toHaveProperty('file_base64');
    const foreign = (await save({ branch_id: there.branch_id, file_base64: PIXEL })).results;
    expect((await save({ id: foreign.id, branch_id })).failure.errors).toHaveProperty('branch_id');
    const manager = await managerOf(branch_id);
    expect((await save({ id: foreign.id, ord: 3 }, manager)).failure.code).toBe('record.missing');
    expect((await save({ branch_id: there.branch_id, file_base64: PIXEL }, manager)).failure.code).toBe(
      'branch.forbidden',
    );
    const mine = (await save({ branch_id, file_base64: PIXEL }, manager)).results;
    const order = (ids: number[]) => app.call(api.branchAlbum.order, { branch_id, ids }, as(manager));
    for (const ids of [[mine.id, foreign.id], [foreign.id], []])
      expect((await order(ids)).failure.errors).toHaveProperty('ids');
    expect((await order([mine.id, mine.id])).failure.errors).toHaveProperty('ids');
    expect((await app.call(api.branchAlbum.remove, { id: foreign.id }, as(manager))).status).toBe(404);
    expect(
      (await app.call(api.branchAlbum.remove, { id: mine.id, version: 9 }, as(manager))).failure.code,
    ).toBe('record.stale');
    expect((await app.call(api.branchAlbum.remove, { id: mine.id }, as(manager))).results).toEqual({
      deleted: 1,
    });
  });
});

describe('tills and printers', () => {
  it('tills and printers have lists of their own and are shown and saved with their branch', async () => {
    const { branch_id, device_id } = await makeTill(app);
    const host = '10.0.0.5';
    const printer = (await app.call(api.printer.save, { branch_id, name: 'Receipts', host }, as())).results;
    expect(printer).toMatchObject({ port: 9100, profile: '80mm', roles: ['receipt'], last_answer: null });
    const added = { branch_id, name: 'Bar', printer_id: printer.id, road: 'server' } as const;
    const till = (await app.call(api.posDevice.save, added, as())).results;
    expect(till).toMatchObject({ name: 'Bar', printer_id: printer.id, road: 'server', status: 1 });
    const branch = (await app.call(api.branch.show, { id: branch_id }, as())).results;
    expect(branch.pos.map(({ id }) => id)).toEqual([device_id, till.id]);
    expect(branch.printers).toMatchObject([{ id: printer.id, host, port: 9100 }]);
    const saved = await app.call(
      api.branch.update,
      { id: branch_id, pos: [{ id: till.id, name: 'Bar 2' }], printers: [{ name: 'New', host }] },
      as(),
    );
    expect(saved.results.pos, saved.text).toMatchObject([{ id: till.id, name: 'Bar 2', status: 1 }]);
    const tills = (await app.call(api.posDevice.list, { branch_id }, as())).results;
    // how a till prints is not the branch's form to say; its printer is gone
    expect(tills).toMatchObject([{ id: till.id, name: 'Bar 2', road: 'server', printer_id: null }]);
    const gone = await app.call(api.posDevice.save, { id: device_id, name: 'Back' }, as());
    expect(gone.failure.code).toBe('record.missing');
  });

  it('tills and printers can be removed while no drawer is open and cannot move to another branch', async () => {
    const [here, there] = [await makeTill(app), await makeTill(app)];
    const { branch_id, device_id } = here;
    await app.call(api.posSession.open, { device_id }, as());
    const off = await app.call(api.posDevice.save, { id: device_id, status: 0 }, as());
    expect(off.failure.code).toBe('till.in_use');
    expect((await app.call(api.posDevice.remove, { id: device_id }, as())).failure.code).toBe('till.in_use');
    await app.call(api.posSession.close, { device_id, end_session_amount: 0 }, as());
    const moved = await app.call(api.posDevice.save, { id: device_id, branch_id: there.branch_id }, as());
    expect(moved.failure.errors).toHaveProperty('branch_id');
    const printer = { branch_id: there.branch_id, name: 'P', host: '10.0.0.6' };
    const foreign = (await app.call(api.printer.save, printer, as())).results;
    const lent = await app.call(api.posDevice.save, { id: device_id, printer_id: foreign.id }, as());
    expect(lent.failure.errors).toHaveProperty('printer_id');
    expect((await app.call(api.posDevice.remove, { id: device_id }, as())).results).toEqual({ deleted: 1 });
    expect((await app.call(api.posSession.open, { device_id }, as())).failure.code).toBe('reference.missing');
    expect((await app.call(api.branch.show, { id: branch_id }, as())).results.pos).toEqual([]);
  });

  it.each([
    ['8.8.8.8', 9100, 'host'],
    ['169.254.169.254', 9100, 'host'],
    ['::1', 9100, 'host'],
    ['10.0.0.5', 80, 'port'],
    ['10.0.0.5', 9110, 'port'],
    ['::ffff:8.8.8.8', 9100, 'host'],
    ['0.0.0.0', 9100, 'host'],
  ])('a printer at %s:%s can neither be saved nor printed on', async (host, port, field) => {
    const { branch_id } = await makeTill(app);
    const made = await app.call(api.printer.save, { branch_id, name: 'P', host, port }, as());
    expect([made.status, made.failure.code, Object.keys(made.failure.errors)]).toEqual([
      422,
      'printer.address',
      [field],
    ]);
    const { id } = (await app.call(api.printer.save, { branch_id, name: 'P', host: '10.0.0.7' }, as()))
      .results;
    const [changed] = await Promise.all([
      app.call(api.printer.save, { id, [field]: field === 'host' ? host : port }, as()),
    ]);
    expect(changed.failure.code).toBe('printer.address');
    // saved before the address was judged
    await app.services.database.prisma.printer.update({ where: { id }, data: { host, port } });
    const { failure } = await app.call(api.printer.test, { id }, as());
    expect(failure.code).toBe('printer.address');
    expect(failure.errors).toHaveProperty(field);
  });

  it('a test print reports whether the printer was reached', async () => {
    const { branch_id } = await makeTill(app);
    const letters: Buffer[] = [];
    const server = createServer((socket) => socket.on('data', (part) => letters.push(Buffer.from(part))));
    const port = await new Promise<number>((resolve, reject) => {
      const tryPort = (at: number) => {
        server.once('error', () => (at < 9109 ? tryPort(at + 1) : reject(new Error('no free port'))));
        server.listen(at, '127.0.0.1', () => resolve(at));
      };
      tryPort(9101);
    });
    const host = '127.0.0.1';
    const name = `Kitchen ${unique()}`;
    const { id } = (await app.call(api.printer.save, { branch_id, name, host, port }, as())).results;
    const test = async () =>
      (await app.call(api.printer.test, { id, locale: 'ar' }, as())).results.last_answer;
    expect(await test()).toBe('printed');
    await expect.poll(() => Buffer.concat(letters).toString('latin1')).toContain(name);
    await new Promise((resolve) => server.close(resolve));
    expect(await test()).toBe('refused');
    await app.call(api.printer.save, { id, host: 'printer.invalid' }, as());
    expect(await test()).toBe('unknown_host');
  });

  it('printers can be reached at private addresses only', async () => {
    for (const host of ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1'])
      expect(await resolvePrinterAddress({ host, port: 9109 }, [])).toBe(host);
    for (const host of ['172.32.0.1', '127.0.0.1', 'fe80::1', '::ffff:8.8.8.8', '100.64.0.1'])
      await expect(resolvePrinterAddress({ host, port: 9100 }, []), host).rejects.toThrow();
    expect(await resolvePrinterAddress({ host: '127.0.0.1', port: 9100 }, ['127.0.0.1'])).toBe('127.0.0.1');
  });
});
