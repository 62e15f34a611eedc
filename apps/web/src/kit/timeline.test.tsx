import { AUDIT_ACTIONS, api } from '@dukkan/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import ar from '../locales/ar/kit.json' with { type: 'json' };
import de from '../locales/de/kit.json' with { type: 'json' };
import en from '../locales/en/kit.json' with { type: 'json' };
import { defineFields, statusFact, Timeline, TimelineEntries } from './index.ts';
import { createPageMeta, mockServer, renderApp } from './test-utils.tsx';

const f = defineFields({
  phones: { kind: 'code' },
  pos: { kind: 'text' },
  type: { kind: 'code', name: 'settings.type' },
  check_stock: { kind: 'flag', name: 'settings.product_check_availability' },
  coordinates: { kind: 'text', name: 'settings.coordinates' },
});

const settings = { type: 'delivery', product_check_availability: true, coordinates: null };

afterEach(() => vi.unstubAllGlobals());

it('a timeline shows changes inside an object field by field and lists by name', async () => {
  const entry = {
    ...{ id: 1, at: '2026-11-21T08:00:00.000Z', actor: 'Amal', account_id: 1, ip: null, action: 'update' },
    ...{ noun: 'branch', record_id: '7', branch_id: 7, sealed: true },
    changes: {
      settings: {
        from: settings,
        to: { ...settings, product_check_availability: false, coordinates: { lat: 25.28, lng: 51.53 } },
      },
      pos: { from: [], to: [{ id: 3, name: 'Till 1', status: 1 }] },
      phones: { from: ['+97444000101'], to: ['+97444000101', '+97444000102'] },
    },
  };
  mockServer({ [api.audit.list.path]: () => ({ results: [entry], meta: createPageMeta(1) }) });
  await renderApp({ '/': <Timeline noun="branch" id={7} facts={f} /> }, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Amal');
  expect(within(dialog).getByRole('listitem').textContent).toContain('Amal made 4 changes');
  const told = within(dialog)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
  expect(told).toEqual([
    'Only sell what is in stock: YesNo',
    'Map position: –25.28 and 51.53',
    'Tills: –Till 1',
    'Phones: +97444000101+97444000101 and +97444000102',
  ]);
});

it('a timeline shows a number for a name that the reader may not see, and an amount with its currency', async () => {
  const entry = {
    ...{ id: 2, at: '2026-11-21T08:00:00.000Z', actor: 'Amal', account_id: 1, ip: null, action: 'update' },
    ...{ noun: 'order', record_id: '9', branch_id: 7, sealed: true },
    changes: { client_id: { from: null, to: 126 }, paid_amount: { from: 0, to: 81.75 } },
  };
  mockServer({
    [api.audit.list.path]: () => ({ results: [entry], meta: createPageMeta(1) }),
    [api.account.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
  });
  const order = defineFields({ buyer: { kind: 'ref', to: 'customer', name: 'client_id' } });
  await renderApp({ '/': <Timeline noun="order" id={9} facts={order} /> }, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('#126');
  await within(dialog).findByText(/QAR\s81\.75/);
});

it('a timeline names the items with changed prices and shows prices as amounts', async () => {
  const price = (item_id: number, title: string, price: number, status = 1) => ({
    ...{ id: item_id, item_id, barcode: '2140000271265' },
    ...{ title, price, status },
  });
  const entry = {
    ...{ id: 4, at: '2026-11-21T08:00:00.000Z', actor: 'Amal', account_id: 1, ip: null, action: 'update' },
    ...{ noun: 'price-list', record_id: '9', branch_id: null, sealed: true },
    changes: {
      items: {
        from: [price(1, 'Milk 1 L', 19.5), price(2, 'Bread: white', 5), price(3, 'Dates', 7)],
        to: [price(1, 'Milk 1 L', 18), price(2, 'Bread: white', 5, 0), price(4, 'Tea', 3)],
      },
    },
  };
  mockServer({
    [api.audit.list.path]: () => ({ results: [entry], meta: createPageMeta(1) }),
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
  });
  await renderApp({ '/': <Timeline noun="price-list" id={9} facts={f} /> }, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/QAR\s19\.50/);
  const told = within(dialog)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent?.replace(/\u00a0/g, ' ')}`);
  expect(told).toEqual([
    'Milk 1 L: QAR 19.50QAR 18.00',
    'Bread: white: YesNo',
    'Dates: QAR 7.00–',
    'Tea: –QAR 3.00',
  ]);
});

it('every audit log action has a text in every language', () => {
  for (const { timeline } of [ar, de, en])
    expect(Object.keys(timeline.action).sort()).toEqual([...AUDIT_ACTIONS].sort());
});

it('a timeline says which branch was assigned, and that the system did it', async () => {
  const entry = {
    ...{ id: 3, at: '2026-11-21T08:00:00.000Z', actor: 'system', account_id: null, ip: null },
    ...{ action: 'assign_zones', noun: 'branch', record_id: '7' },
    changes: { zones_ids: { from: [], to: [1, 2] } },
  };
  mockServer({ [api.audit.list.path]: () => ({ results: [entry], meta: createPageMeta(1) }) });
  await renderApp({ '/': <Timeline noun="branch" id={7} facts={f} /> }, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('The system');
  await within(dialog).findByText('assigned delivery zones');
  await within(dialog).findByText('Delivery zones');
});

it('a timeline names the branch in which a price list starts or stops to apply', async () => {
  const entry = {
    ...{ id: 5, at: '2026-11-21T08:00:00.000Z', actor: 'Amal', account_id: 1, ip: null, action: 'assign' },
    ...{ noun: 'price-list', record_id: '9', branch_id: 7, sealed: true },
    changes: { assigned: { from: 0, to: 1 } },
  };
  mockServer({
    [api.audit.list.path]: () => ({ results: [entry], meta: createPageMeta(1) }),
    [api.branch.list.path]: () => ({ results: [{ id: 7, name: 'The Pearl' }], meta: createPageMeta(1) }),
  });
  await renderApp({ '/': <Timeline noun="price-list" id={9} facts={f} /> }, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('The Pearl');
  const told = within(dialog)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
  expect(told).toEqual(['Assigned · The Pearl: NoYes']);
});

const words = (element: HTMLElement) =>
  element.textContent?.replace(/[\u00a0\u2066-\u2069]/g, ' ').replace(/ +/g, ' ');

describe('single changes', () => {
  const item = (price: number | null, barcode = '2140000271265') => ({
    ...{ item_id: 1, barcode, option: null, pack_quantity: 1, title: 'Milk 1 L' },
    price,
  });
  const facts = defineFields({
    titles: { kind: 'localized' },
    price: { kind: 'money' },
    status: statusFact,
    featured: { kind: 'flag' },
    categorys_id: { kind: 'ref', to: 'category' },
    images: { kind: 'image' },
    email: { kind: 'code' },
    items: { kind: 'text' },
  });
  it.each([
    ['an amount', { price: { from: 4.5, to: 4.75 } }, 'changed the price from QAR 4.50 to QAR 4.75'],
    ['a status', { status: { from: 1, to: 0 } }, 'disabled it'],
    ['a flag', { featured: { from: 0, to: 1 } }, 'turned on “Featured”'],
    ['a value that was none', { email: { from: null, to: 'a@b.qa' } }, 'set the e-mail to a@b.qa'],
    ['a value that went', { email: { from: 'a@b.qa', to: null } }, 'removed the e-mail a@b.qa'],
    ['a list that grew', { categorys_id: { from: [1], to: [1, 3] } }, 'added Dairy to the categories'],
    ['a list that shrank', { categorys_id: { from: [1, 3], to: [1] } }, 'removed Dairy from the categories'],
    ['files', { images: { from: ['a.webp'], to: [] } }, 'changed the images'],
    [
      'one language of a text',
      { titles: { from: { ar: 'حليب', en: 'Milk' }, to: { ar: 'حليب', en: 'Milk 1 L' } } },
      'changed the titles (English) from Milk to Milk 1 L',
    ],
    [
      'the price of an item',
      { items: { from: [item(4.5)], to: [item(4.75)] } },
      'changed the price of Milk 1 L from QAR 4.50 to QAR 4.75',
    ],
    [
      'an item that was switched',
      {
        items: {
          from: [{ item_id: 1, price: 5, status: 1, title: 'Tea' }],
          to: [{ item_id: 1, price: 5, status: 0, title: 'Tea' }],
        },
      },
      'disabled Tea',
    ],
    [
      'the barcode of an item',
      { items: { from: [item(null, '111')], to: [item(null, '222')] } },
      'changed the barcode of Milk 1 L from 111 to 222',
    ],
  ])('a history tells %s in a sentence', async (_, changes, sentence) => {
    const entry = {
      ...{ id: 6, at: '2026-11-21T08:00:00.000Z', actor: 'Fatma', account_id: 2, ip: null, action: 'update' },
      ...{ noun: 'product', record_id: '9', branch_id: null },
      changes,
    };
    mockServer({
      [api.audit.list.path]: () => ({ results: [entry], meta: createPageMeta(1) }),
      [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
      [api.category.list.path]: () => ({
        results: [
          { id: 1, title: 'Food' },
          { id: 3, title: 'Dairy' },
        ],
        meta: createPageMeta(2),
      }),
    });
    await renderApp({ '/': <TimelineEntries noun="product" id={9} facts={facts} /> }, '/');
    await waitFor(async () =>
      expect(words(await screen.findByRole('listitem'))).toContain(`Fatma ${sentence} ·`),
    );
    expect(screen.queryByRole('term')).toBeNull();
  });
});
