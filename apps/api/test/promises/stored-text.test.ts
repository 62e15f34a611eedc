import { api, type Endpoint } from '@dukkan/contract';
import excel from 'exceljs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decrypt } from '../../src/core/secret/encryption.ts';
import { attachmentHeader } from '../../src/http/file-names.ts';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import type { Oracle } from '../oracle.ts';
import { endpointOf, ORACLES } from '../oracles.ts';
import { squareOf } from '../places.ts';
import { lineOf, makeSupplier, purchasing } from '../receipts.ts';
import { makeShelf } from '../stock.ts';
import { makeTill } from '../tills.ts';
import { FORMULAS, MARKUP, TEXTS } from './hostile.ts';
import { sized, some } from './size.ts';
import { readCsv } from './table.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp({
    env: {
      EXPORTS_PER_MINUTE: '100000',
      CODES_PER_ADDRESS_HOUR: '100000',
      CONTACTS_PER_ADDRESS_HOUR: '100000',
      CONTACTS_PER_DAY: '100000',
    },
  });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const call = (endpoint: object, input: object) =>
  app.call(endpoint as Endpoint, input, { token: admin.token });

const BIDI = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const kept = (text: string) => text.normalize('NFC').trim();
const named = (text: string) => text.normalize('NFC').replace(BIDI, '').trim();

/** Of some payloads only signs are left when names are compared, and several records have the text. */
const ASKED_ABOUT = { force: 1 };

type Field = {
  /** Saves the text and answers what the record says afterwards; null where it was refused. */
  write(text: string): Promise<unknown>;
  readonly means: (text: string) => string;
  readonly max: number;
  /** Whether a text is refused whatever its length. */
  readonly refuses?: (text: string) => boolean;
};

const fields: Readonly<Record<string, () => Promise<Field>>> = {
  'account.name': async () => {
    const { id } = await makePerson(app);
    return {
      means: named,
      max: 200,
      write: async (name) => {
        const saved = await call(api.account.save, { id, name });
        if (saved.status !== 200) return refused(saved);
        return (await app.call(api.account.show, { id }, { token: admin.token })).results.name;
      },
    };
  },
  'profile.name': async () => {
    const { token } = await makePerson(app);
    return {
      means: named,
      max: 200,
      write: async (name) => {
        const saved = await app.call(api.auth.updateProfile, { name }, { token });
        return saved.status === 200
          ? (await app.call(api.auth.profile, {}, { token })).results.name
          : refused(saved);
      },
    };
  },
  'role.titles': async () => {
    const { role_id: id } = await makePerson(app, { permissions: ['banners'] });
    return {
      means: named,
      max: 200,
      write: async (text) => {
        const saved = await call(api.role.save, { id, titles: { ar: text, en: 'x', de: text } });
        if (saved.status !== 200) return refused(saved);
        const [row] = (await app.call(api.role.list, { id: id ?? 0, locale: 'ar' }, { token: admin.token }))
          .results;
        return row?.title;
      },
    };
  },
  ...branchText(
    'names',
    named,
    200,
    (text) => ({ names: { ar: text, en: 'x', de: text } }),
    (row) => row.names?.ar,
  ),
  ...branchText(
    'addresses',
    kept,
    5000,
    (text) => ({ addresses: { ar: text } }),
    (row) => row.addresses?.ar,
  ),
  ...branchText(
    'no',
    kept,
    30,
    (text) => ({ no: text }),
    (row) => row.no,
  ),
  ...branchText(
    'pos.name',
    named,
    200,
    (text) => ({ pos: [{ name: text }] }),
    (row) => row.pos?.[0]?.name,
  ),
  ...branchText(
    'printers.host',
    kept,
    253,
    (text) => ({ printers: [{ name: 'p', host: text }] }),
    (row) => row.printers?.[0]?.host,
  ),
  'setting.AppName': async () => ({
    means: named,
    max: 200,
    write: async (text) => {
      const saved = await call(api.setting.save, { AppName: { ar: text, en: 'x', de: 'x' } });
      return saved.status === 200
        ? (await app.call(api.setting.public, {})).results.AppName.ar
        : refused(saved);
    },
  }),
  'mailTemplate.body': async () => ({
    means: kept,
    // a placeholder that no mail fills is refused
    refuses: (text) => text.includes('{{'),
    max: 5000,
    write: async (text) => {
      const saved = await app.call(
        api.mailTemplate.save,
        { key: 'return', body: { en: text } },
        { token: admin.token },
      );
      // nothing to read is the default text again
      return saved.status === 200 ? saved.results.body.en || null : refused(saved);
    },
  }),
  ...textsOfOracles(),
  'product.items.option': async () => {
    const body = { titles: { en: 'Shirt' }, pricing: { price: 5 }, items: [{ option: 'S' }] };
    const { id, items } = (await app.call(api.product.save, body, { token: admin.token })).results;
    return {
      means: named,
      max: 80,
      write: async (option) => {
        const saved = await call(api.product.save, { id, items: [{ item_id: items[0]?.item_id, option }] });
        if (saved.status !== 200) return refused(saved);
        return (await app.call(api.product.show, { id }, { token: admin.token })).results.items[0]?.option;
      },
    };
  },
  ...supplierText('name', named, 200),
  ...supplierText('notes', kept, 5000),
  ...supplierItemText('supplier_code'),
  ...supplierItemText('supplier_title'),
  ...receiptText('invoice_number', kept, 60),
  ...receiptText('notes', kept, 5000),
  'transaction.ref_number': async () => {
    const { id: receipt_id } = await purchasing(app, admin).accepted();
    return {
      means: kept,
      max: 100,
      write: async (ref_number) => {
        const saved = await call(api.transaction.save, { receipt_id, value: 0.01, ref_number });
        if (saved.status !== 200) return refused(saved);
        const [row] = (await call(api.transaction.list, { receipt_id })).results as unknown as {
          ref_number: string;
        }[];
        return row?.ref_number;
      },
    };
  },
  ...methodText('paymentMethod', 'code', kept, 50),
  ...methodText('paymentMethod', 'desc', kept, 5000),
  ...methodText('paymentMethod', 'partner_account', kept, 200),
  ...methodText('paymentMethod', 'titles', named, 200),
  ...methodText('deliveryMethod', 'code', kept, 50),
  ...methodText('deliveryMethod', 'desc', kept, 5000),
  ...methodText('deliveryMethod', 'titles', named, 200),
  'posSession.note': async () => {
    const { device_id } = await makeTill(app);
    return {
      means: kept,
      max: 5000,
      write: async (note) => {
        await call(api.posSession.open, { device_id, start_amount: 0 });
        const saved = await call(api.posSession.close, { device_id, end_session_amount: 0, note });
        return saved.status === 200 ? (saved.results as unknown as { note: string }).note : refused(saved);
      },
    };
  },
  'posSession.reason': async () => {
    const { device_id } = await makeTill(app);
    const { results } = await app.call(api.posSession.open, { device_id }, { token: admin.token });
    return {
      means: kept,
      max: 500,
      write: async (reason) => {
        const body = { session_id: results.id, kind: 'in', amount: 1, reason };
        const saved = await call(api.posSession.move, body);
        return saved.status === 200
          ? (saved.results as unknown as { reason: string }).reason
          : refused(saved);
      },
    };
  },
  'location.names': async () => {
    const polygons = squareOf(-100, -60, 0.01);
    const { results } = await call(api.location.save, { type: 2, names: { en: 'Zone' }, polygons });
    const { id } = results as unknown as { id: number };
    return {
      means: named,
      max: 200,
      write: async (text) => {
        const saved = await call(api.location.save, { id, names: { ar: text, en: 'x' } });
        if (saved.status !== 200) return refused(saved);
        return ((await call(api.location.show, { id })).results as unknown as { names: { ar: string } }).names
          .ar;
      },
    };
  },
  ...addressText('area_no', 30),
  ...addressText('street', 200),
  ...addressText('home_no', 60),
  'address.name': async () => {
    const id = await addressed();
    return { means: named, max: 200, write: (text) => said(api.address, id, 'name', text) };
  },
  ...viewText('name', named, 200),
  ...viewText('query', kept, 2000),
  ...messageText('name', named, 200),
  ...messageText('subject', kept, 200),
  ...messageText('message', kept, 5000),
};

type BranchTexts = {
  names?: { ar: string };
  addresses?: { ar: string };
  no?: string;
  pos?: { name: string }[];
  printers?: { host: string }[];
};

function branchText(
  name: string,
  means: (text: string) => string,
  max: number,
  body: (text: string) => object,
  read: (row: BranchTexts) => unknown,
): Record<string, () => Promise<Field>> {
  return {
    [`branch.${name}`]: async () => {
      const { id } = await makeBranch(app);
      return {
        means,
        max,
        write: async (text) => {
          const saved = await call(api.branch.update, { id, ...body(text) });
          if (saved.status !== 200) return refused(saved);
          return read((await call(api.branch.show, { id })).results as unknown as BranchTexts);
        },
      };
    },
  };
}

/** An address of some customer. */
async function addressed(): Promise<number> {
  const { id: user_id } = await makePerson(app);
  return ((await call(api.address.save, { user_id, name: 'Home' })).results as unknown as { id: number }).id;
}

function addressText(
  field: 'area_no' | 'street' | 'home_no',
  max: number,
): Record<string, () => Promise<Field>> {
  return {
    [`address.info.${field}`]: async () => {
      const id = await addressed();
      return {
        means: kept,
        max,
        write: async (text) => {
          const saved = await call(api.address.save, { id, info: { [field]: text } });
          if (saved.status !== 200) return refused(saved);
          const { info } = (await call(api.address.show, { id })).results as unknown as {
            info: Record<string, string>;
          };
          return info[field];
        },
      };
    },
  };
}

/** A text of a supplier, and one of a receipt, as each is shown after its save. */
function supplierText(
  field: 'name' | 'notes',
  means: (text: string) => string,
  max: number,
): Record<string, () => Promise<Field>> {
  return {
    [`supplier.${field}`]: async () => {
      const id = await makeSupplier(app);
      return { means, max, write: (text) => said(api.supplier, id, field, text, ASKED_ABOUT) };
    },
  };
}

/** A text of a payment or delivery method. */
function methodText(
  group: 'paymentMethod' | 'deliveryMethod',
  field: 'code' | 'desc' | 'partner_account' | 'titles',
  means: (text: string) => string,
  max: number,
): Record<string, () => Promise<Field>> {
  return {
    [`${group}.${field}`]: async () => {
      const body = { code: `t${unique()}`, titles: { en: 'x' }, type: 'card' };
      const { type, ...delivery } = body;
      const made = await call(api[group].create, group === 'paymentMethod' ? body : delivery);
      const { id } = made.results as unknown as { id: number };
      return {
        means,
        max,
        write: async (text) => {
          const value = field === 'titles' ? { ar: text, en: 'x', de: 'x' } : text;
          const saved = await call(api[group].update, { id, [field]: value });
          if (saved.status !== 200) return refused(saved);
          const shown = (await call(api[group].show, { id })).results as unknown as Record<string, unknown>;
          return field === 'titles' ? (shown.titles as { ar: string }).ar : shown[field];
        },
      };
    },
  };
}

/** What a supplier calls an item, as the supplier's page shows it. */
function supplierItemText(field: 'supplier_code' | 'supplier_title'): Record<string, () => Promise<Field>> {
  return {
    [`receipt.items.${field}`]: async () => {
      const shelf = await makeShelf(app);
      return {
        means: kept,
        max: 200,
        write: async (text) => {
          const supplier_id = await makeSupplier(app);
          const items = [lineOf(shelf, 1, 2, { supplier_code: 'K 1', [field]: text })];
          const saved = await app.call(api.receipt.save, { supplier_id, items }, { token: admin.token });
          if (saved.status !== 200) return refused(saved);
          const { results } = await app.call(api.supplier.items, { supplier_id }, { token: admin.token });
          return results[0]?.[field] ?? null;
        },
      };
    },
  };
}

function receiptText(
  field: 'invoice_number' | 'notes',
  means: (text: string) => string,
  max: number,
): Record<string, () => Promise<Field>> {
  return {
    [`receipt.${field}`]: async () => {
      const supplier_id = await makeSupplier(app);
      const { id } = (await app.call(api.receipt.save, { supplier_id }, { token: admin.token })).results;
      return { means, max, write: (text) => said(api.receipt, id, field, text) };
    },
  };
}

async function said(
  noun: { save: object; show: object },
  id: number,
  field: string,
  text: string,
  more: object = {},
) {
  const saved = await call(noun.save, { id, [field]: text, ...more });
  if (saved.status !== 200) return refused(saved);
  return ((await call(noun.show, { id })).results as unknown as Record<string, unknown>)[field];
}

/** The texts of the nouns that have an oracle, as a save answers them and as the list shows the name. */
function textsOfOracles(): Record<string, () => Promise<Field>> {
  const all = ORACLES.flatMap((oracle) =>
    Object.entries(oracle.texts).map(([field, [means, max]]): [string, () => Promise<Field>] => [
      `${oracle.group}.${field}`,
      async () => {
        const id = await oracle.make(app);
        const write = (text: string) => writeText(oracle, id, field, text);
        return { means: means === 'name' ? named : kept, max, write };
      },
    ]),
  );
  return Object.fromEntries(all);
}

async function writeText(oracle: Oracle, id: number, field: string, text: string): Promise<unknown> {
  const body = { id, [field]: { ar: text, en: 'x', de: 'x' }, ...oracle.asked };
  const saved = await call(endpointOf(oracle, 'save') as Endpoint, body);
  if (saved.status !== 200) return refused(saved);
  const stored = (saved.results as unknown as Record<string, { ar: string }>)[field]?.ar;
  if (field === 'descriptions') return stored;
  const list = endpointOf(oracle, 'list') as Endpoint;
  const [row] = (await call(list, { id, locale: 'ar' })).results as unknown as {
    name?: string;
    title?: string;
  }[];
  expect(row?.name ?? row?.title).toBe(stored);
  return stored;
}

function viewText(
  field: 'name' | 'query',
  means: (text: string) => string,
  max: number,
): Record<string, () => Promise<Field>> {
  return {
    [`view.${field}`]: async () => {
      const made = await call(api.view.save, { noun: 'branch', name: `v${unique()}`, query: 'x' });
      const { id } = made.results as unknown as { id: number };
      return {
        means,
        max,
        write: async (text) => {
          const saved = await call(api.view.save, { id, [field]: text });
          if (saved.status !== 200) return refused(saved);
          const rows = (await app.call(api.view.list, { id }, { token: admin.token })).results;
          return rows[0]?.[field];
        },
      };
    },
  };
}

/** A text that a stranger wrote, as the staff read it. */
function messageText(
  field: 'name' | 'subject' | 'message',
  means: (text: string) => string,
  max: number,
): Record<string, () => Promise<Field>> {
  return {
    [`contactMessage.${field}`]: async () => ({
      means,
      max,
      write: async (text) => {
        const sent = await app.call(api.contactMessage.send, { name: 'x', message: 'x', [field]: text });
        if (sent.status !== 200) return refused(sent);
        const rows = (await app.call(api.contactMessage.list, sent.results, { token: admin.token })).results;
        return rows[0]?.[field];
      },
    }),
  };
}

/** Refused by a field's rule: the only other thing that may happen to a text. */
function refused({
  status,
  failure,
  text,
}: {
  status: number;
  failure: { errors: object };
  text: string;
}): null {
  expect(status, text).toBe(422);
  expect(Object.keys(failure.errors).length, text).toBeGreaterThan(0);
  return null;
}

const visible = (text: string) => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);

it.each(Object.entries(fields))(
  'I7 %s stores and answers every text unchanged, or refuses it',
  async (_, open) => {
    const { write, means, max } = await open();
    const texts = [...some(TEXTS, 12), 'x'.repeat(max), 'x'.repeat(max + 1), 'م'.repeat(max)];
    for (const text of texts) {
      const meant = means(text);
      const answered = await write(text);
      const mustRefuse =
        !text.isWellFormed() ||
        text.includes('\0') ||
        meant.length > max ||
        !visible(meant) ||
        /\p{M}{31}/u.test(text);
      if (mustRefuse) expect(answered, JSON.stringify(text)).toBeNull();
      else expect(answered, JSON.stringify(text)).toBe(meant);
    }
  },
);

it.each(Object.entries(fields))(
  'P22 %s stores 30 script payloads as plain text: nothing is stripped and nothing runs',
  async (_, open) => {
    const { write, means, max, refuses } = await open();
    for (const payload of some(MARKUP, 8)) {
      const meant = means(payload);
      const answered = await write(payload);
      if (meant.length <= max && !refuses?.(payload)) expect(answered, payload).toBe(meant);
      else expect(answered, payload).toBeNull();
    }
  },
);

it('P22 a stored script is answered as JSON, whatever the client accepts', async () => {
  const person = await makePerson(app, { name: '<script>alert(1)</script>' });
  for (const accept of ['text/html', 'application/xhtml+xml', '*/*', 'image/svg+xml']) {
    const reply = await app.post(
      `/admin/accounts/show/${person.id}`,
      {},
      { token: admin.token, headers: { accept } },
    );
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.results).toMatchObject({ name: '<script>alert(1)</script>' });
  }
  const failed = await app.post(
    '/admin/accounts/save',
    { '<script>alert(1)</script>': 1 },
    { token: admin.token, headers: { accept: 'text/html' } },
  );
  expect(failed.headers['content-type']).toBe('application/json; charset=utf-8');
});

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'http:evil',
  '//evil.example',
  'https://user:pass@',
  'ftp://x.example',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
])('X2 X10 %j is refused as a web address', async (website) => {
  const reply = await call(api.setting.save, { info: { website } });
  if (reply.status === 200) {
    const { info } = (await app.call(api.setting.public, {})).results;
    expect(['http:', 'https:']).toContain(new URL(info.website).protocol);
  } else expect(reply.failure.errors).toHaveProperty(['info.website']);
});

const download = async (
  path: string,
  format: 'csv' | 'xlsx',
  locale = 'en',
): Promise<{ bytes: Buffer; name: string }> => {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ export: 1, format, locale }),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toContain('no-store');
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    name: response.headers.get('content-disposition') ?? '',
  };
};

const texts = [...FORMULAS, ...FORMULAS.map((formula) => `\u00a0${formula}`), ...MARKUP.slice(0, 12)];

/** The nouns whose texts are exported. */
const EXPORTED = ORACLES.filter((oracle) => {
  const list = endpointOf(oracle, 'list') as Endpoint & { readonly exports?: boolean };
  return list.exports && Object.keys(oracle.texts).length > 0;
});

/** One record of each noun for every payload, put there as an old import could have. */
async function fill(): Promise<void> {
  const { prisma } = app.services.database;
  for (const text of texts) {
    await prisma.account.create({ data: { name: text, email: `formula${unique()}@example.test` } });
    await prisma.role.create({
      data: { titles: { ar: text, en: text, de: text }, permissions: ['banners'] },
    });
    await prisma.branch.create({
      data: { names: { ar: text, en: text, de: text }, addresses: { en: text }, no: null },
    });
    const titles = { ar: text, en: text, de: text };
    for (const { make } of EXPORTED) await make(app, { texts: titles });
    await prisma.payment_method.create({ data: { code: `f${unique()}`, titles, type: 'card' } });
    await prisma.delivery_method.create({ data: { code: `f${unique()}`, titles } });
    await prisma.contact_message.create({ data: { name: text, message: text, locale: 'en' } });
  }
  await prisma.account.create({ data: { name: 'Phone', phone: '+97455512377' } });
}

const LISTS = [
  ...EXPORTED.map((oracle) => endpointOf(oracle, 'list')?.path ?? ''),
  '/admin/accounts',
  '/admin/accounts/roles',
  '/admin/branchs',
  '/admin/payments',
  '/admin/delivery',
  '/admin/contactus/list',
];
const RUNS = /^[\s\u200b-\u200f\ufeff]*[=+\-@＝＋－＠\t\r\n]/;

it('P22 X6 every CSV escapes cells that a spreadsheet would run, but not phone numbers', async () => {
  await fill();
  for (const path of LISTS) {
    const { bytes } = await download(path, 'csv');
    const rows = readCsv(bytes.toString('utf8'));
    expect(rows.length).toBeGreaterThan(texts.length);
    const width = rows[0]?.length;
    const cells = rows.flat();
    for (const row of rows) expect(row.length, path).toBe(width);
    for (const cell of cells) if (RUNS.test(cell)) expect(cell, path).toMatch(/^\+\d{6,15}$/);
    for (const text of texts)
      expect(
        cells.some((cell) => cell === text || cell === `'${text}`),
        `${path} ${text}`,
      ).toBe(true);
  }
  const phones = readCsv((await download('/admin/accounts', 'csv')).bytes.toString('utf8')).flat();
  expect(phones).toContain('+97455512377');
});

it('P22 X6 every workbook has texts as unchanged texts and numbers as numbers', async () => {
  for (const path of LISTS) {
    const { bytes } = await download(path, 'xlsx');
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(bytes as never);
    const [sheet] = workbook.worksheets;
    const values: excel.CellValue[] = [];
    sheet?.eachRow((row, at) => {
      row.eachCell((cell) => {
        expect(cell.type, `${path} ${cell.address}`).not.toBe(excel.ValueType.Formula);
        expect(cell.type, `${path} ${cell.address}`).not.toBe(excel.ValueType.Hyperlink);
        values.push(cell.value);
      });
      if (at > 1) expect(typeof row.getCell(1).value, path).toBe('number');
    });
    for (const text of texts) expect(values.includes(text), `${path} ${text}`).toBe(true);
  }
});

it('X7 a file name cannot break a header: line ends, quotes, Arabic, emoji, a path', async () => {
  const names = [
    'a\r\nset-cookie: x=1.csv',
    'a"; filename="b.exe',
    'قائمة.csv',
    '😀.csv',
    '../../etc/passwd',
    'a;b=c\\".csv',
  ];
  for (const name of names) {
    const header = attachmentHeader(name);
    expect(header).toMatch(/^attachment; filename="[\w.-]*"; filename\*=UTF-8''[\w.!~*'()%-]*$/);
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name);
  }
  for (const path of LISTS) {
    const { name } = await download(path, 'csv', 'ar');
    expect(name).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[%\w.-]+$/);
    expect(decodeURIComponent(name)).toMatch(/\p{Script=Arabic}+.*-\d{4}-\d\d-\d\d\.csv$/u);
  }
});

it('X9 a template in a name is printed as text in e-mails, never evaluated', async () => {
  const { prisma } = app.services.database;
  for (const template of [
    '{{7*7}}',
    '$' + '{7*7}',
    '<%= 7*7 %>',
    '#{7*7}',
    '{code}',
    '{minutes}',
    '{{code}}',
    '$1$&',
    '%s',
  ]) {
    await call(api.setting.save, { AppName: { ar: template, en: template, de: template } });
    const email = `letter${unique()}@example.test`;
    const asked = await app.call(api.auth.registerEmail, { email });
    expect(asked.status).toBe(200);
    const row = await prisma.message.findFirstOrThrow({ where: { recipient: email } });
    const body = row.body ? decrypt(app.services.env.SECRET_KEY, 'message', row.body) : '';
    expect(`${row.subject}\n${body}`).toContain(template);
  }
});

const names = (ar: string, en: string, de: string) => ({ ar, en, de });

it('I16 a text is answered in the requested language, otherwise in the first filled one, never empty', async () => {
  const { prisma } = app.services.database;
  const combinations = [
    names('ع', 'E', 'D'),
    names('ع', 'E', ''),
    names('ع', '', 'D'),
    names('', 'E', 'D'),
    names('ع', '', ''),
    names('', 'E', ''),
    names('', '', 'D'),
  ];
  for (const texts of combinations) {
    const branch = await prisma.branch.create({ data: { names: texts } });
    const role = await prisma.role.create({ data: { titles: texts } });
    const parent = await prisma.category.create({ data: { titles: texts } });
    const category = await prisma.category.create({ data: { titles: texts, parent_id: parent.id } });
    const brand = await prisma.brand.create({ data: { names: texts } });
    const taxType = await prisma.tax_type.create({ data: { names: texts, value: 1 } });
    const extra = await prisma.extra.create({ data: { titles: texts } });
    const product = await prisma.product.create({
      data: { titles: texts, brand_id: brand.id, tax_type_id: taxType.id, items: { create: {} } },
    });
    for (const locale of ['ar', 'en', 'de'] as const) {
      const wanted = texts[locale] || texts.ar || texts.en || texts.de;
      const [shownBranch] = (
        await app.call(api.branch.list, { id: branch.id, locale }, { token: admin.token })
      ).results;
      const [shownRole] = (await app.call(api.role.list, { id: role.id, locale }, { token: admin.token }))
        .results;
      expect([shownBranch?.name, shownRole?.title], JSON.stringify(texts)).toEqual([wanted, wanted]);
      const row = async (endpoint: object, id: number) =>
        ((await call(endpoint, { id, locale })).results as unknown as object[])[0];
      expect(await row(api.category.list, category.id)).toMatchObject({ title: wanted, path: wanted });
      expect(await row(api.brand.list, brand.id)).toMatchObject({ name: wanted });
      expect(await row(api.taxType.list, taxType.id)).toMatchObject({ name: wanted });
      expect(await row(api.extra.list, extra.id)).toMatchObject({ title: wanted });
      expect(await row(api.product.list, product.id)).toMatchObject({
        title: wanted,
        brand_name: wanted,
        tax_name: wanted,
      });
    }
  }
  // half a text, as an old import could have left it
  const half = await prisma.branch.create({ data: { names: { de: 'Nur' }, addresses: {} } });
  const [row] = (
    await app.call(api.branch.list, { id: half.id, all_locale: 1 as never }, { token: admin.token })
  ).results;
  expect(row).toMatchObject({ name: 'Nur', address: '', names: { ar: '', en: '', de: 'Nur' } });
});

it('I5 P21 search takes wildcards literally: only rows that contain them are found', async () => {
  const { pool } = app.services.database;
  const count = sized(1500, 10_000);
  await pool.query(
    `INSERT INTO account (name, email, email_verified_at)
     SELECT CASE WHEN n % 100 = 0 THEN 'Rate 50% off_' || n WHEN n % 100 = 1 THEN 'Back\\slash ' || n ELSE 'Plain person ' || n END,
            'wild' || n || '@example.test', now() FROM generate_series(1, $1::int) n`,
    [count],
  );
  const found = async (keywords: string) =>
    (await app.call(api.account.list, { keywords, limit: 100 }, { token: admin.token })).meta.total;
  const marked = Math.floor(count / 100);
  expect(await found('50% off_')).toBe(marked);
  expect(await found('Back\\slash')).toBe(marked);
  expect(await found('Plain%person')).toBe(0);
  expect(await found('Plain_person')).toBe(0);
  expect(await found('P%')).toBe(0);
  expect(await found('Plain person')).toBe(count - 2 * marked);
  for (const limit of [101, 1000, 1e9]) expect((await call(api.account.list, { limit })).status).toBe(422);
  const past = await app.call(api.account.list, { page: 20_000_000 }, { token: admin.token });
  expect(past.results).toEqual([]);
  expect(past.meta.total).toBeGreaterThan(count);
});
