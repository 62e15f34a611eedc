import { api } from '@dukkan/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp, testUser } from '../../kit/test-utils.tsx';
import type { RowOf } from '../../lib/server/endpoint.ts';
import type { Setting } from './draft.ts';
import SettingPage from './page.tsx';

const stored: Setting = {
  Currency: 'QAR',
  AppName: { ar: 'دكان', en: 'Dukkan', de: 'Dukkan' },
  logo: '/files/logo.webp',
  favIcon: null,
  info: { phone: '+97444000100', email: 'shop@demo.test', website: '' },
  locales: ['ar', 'en', 'de'],
  map: { lat: 25.2854, lng: 51.531, zoom: 11, tiles: null },
  minimum_order: null,
  minimum_products: null,
  theme: {
    primary: '#2876E2',
    skin: 'system',
    menu: 'open',
    density: 'comfortable',
    radius: 8,
    direction: 'auto',
  },
  version: '0.1.0',
  revision: 4,
  country: 'QA',
  timezone: 'Asia/Qatar',
  hijri_offset: 0,
  week_start: 0,
  fixed_custom_shipping_price: null,
  free_after_amount: null,
  tax_mode: 'inclusive',
  cash_rounding: 0,
  print_profile: 'a5',
  discount_slots: {
    midday: ['11:00', '15:00'],
    afternoon: ['15:00', '18:00'],
    evening: ['18:00', '24:00'],
  },
  cash_tolerance: 0,
  safe_limit: null,
  driver_cash_limit: null,
  unpaid_minutes: 30,
  seller_max_discount: 0,
  day_end: '00:00',
  pay_return_origins: [],
};

type Effect = RowOf<typeof api.setting.effect>;

const alSadd: Effect['branches'][number] = {
  branch_id: 1,
  branch_name: 'Al Sadd',
  deliveries: [
    { place: 'Al Sadd', amount: 15, free_after: 200, amount_after: 0 },
    { place: 'West Bay', amount: 25, free_after: 300, amount_after: 5 },
  ],
  minimum: { order: 50, products: 3, place: { name: 'West Bay', order: 80 } },
  tax: { mode: 'inclusive', price: 100, tax: 4.76, due: 100 },
  cash: { amount: 100.12, paid: 100 },
  slots: [{ slot: 'evening', until: '22:00' }],
  next_slot: { slot: 'midday', from: '11:00' },
};
const effectOf = (branches: Effect['branches']): Effect => ({
  currency: 'QAR',
  at: '2026-11-25T17:00:00.000Z',
  branches,
});
/** Returns whether the page has this text, ignoring bidi isolates. */
const isSaid = (text: string) =>
  document.body.textContent
    ?.replace(/[\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')
    .includes(text);

/** Mocks a server that stores the settings and refuses saves based on an older revision. */
function serveSettings() {
  const shop = { now: stored, open: 0, effect: effectOf([alSadd]) };
  const server = mockServer({
    [api.setting.show.path]: () => ({ results: shop.now }),
    [api.job.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    [api.setting.effect.path]: () => ({ results: shop.effect }),
    [api.setting.save.path]: ({ revision, locale: _, ...part }) => {
      if (shop.open > 0 && part.Currency !== undefined) {
        const message = `The currency stays QAR: ${shop.open} orders are still open in it.`;
        const params = { count: shop.open, currency: 'QAR' };
        return {
          status: 409,
          failure: { code: 'settings.currency_in_use', message, params, errors: { Currency: [message] } },
        };
      }
      if (revision !== shop.now.revision) {
        return {
          status: 409,
          failure: { code: 'record.stale', params: { version: shop.now.revision } },
        };
      }
      shop.now = { ...shop.now, ...part, revision: shop.now.revision + 1 } as Setting;
      return { results: shop.now };
    },
  });
  return { shop, saves: () => server.of(api.setting.save) };
}

const start = async (user = testUser) => {
  const server = serveSettings();
  await renderApp({ '/': <SettingPage /> }, '/', user);
  await screen.findByRole('heading', { name: 'General settings' });
  return server;
};
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const write = async (name: RegExp, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('the general settings', () => {
  it('the settings send only changed fields with the version they were read at', async () => {
    const { saves } = await start();
    await write(/App name/, 'Dana');
    await save();
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]).toEqual({ revision: 4, AppName: { ar: 'دكان', en: 'Dana', de: 'Dukkan' } });
    // the next save starts from the answer
    await waitFor(() => expect(screen.queryByText('1 unsaved change')).toBeNull());
    await write(/Minimum products/, '3');
    await save();
    await waitFor(() => expect(saves()[1]).toEqual({ revision: 5, minimum_products: 3 }));
  });

  it('the settings send discount hours and tax as selected', async () => {
    const { saves } = await start();
    await write(/Midday from/, '10:30');
    await userEvent.click(screen.getByRole('radio', { name: 'Tax is added to prices' }));
    await save();
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]).toEqual({
      revision: 4,
      tax_mode: 'exclusive',
      discount_slots: { ...stored.discount_slots, midday: ['10:30', '15:00'] },
    });
  });

  it('an invalid time of day is marked at its field', async () => {
    const { saves } = await start();
    await write(/Evening until/, '25:00');
    await save();
    await waitFor(() => expect(field(/Evening until/).getAttribute('aria-invalid')).toBe('true'));
    expect(saves()).toEqual([]);
  });

  it('discount hours can be moved by the handles of their bars, and the inputs follow', async () => {
    const { saves } = await start();
    const handle = screen.getByRole('slider', { name: 'Evening until' });
    expect(handle.getAttribute('aria-valuetext')).toBe('24:00');
    handle.focus();
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}');
    expect(field(/Evening until/).value).toBe('00:45');
    await write(/Midday from/, '10:00');
    expect(screen.getByRole('slider', { name: 'Midday from' }).getAttribute('aria-valuetext')).toBe('10:00');
    await save();
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.discount_slots).toEqual({
      ...stored.discount_slots,
      midday: ['10:00', '15:00'],
      evening: ['18:00', '00:45'],
    });
  });

  it('each settings card shows the current values as the server prices them', async () => {
    await start();
    await waitFor(() => expect(isSaid('Evening discounts apply now, until 22:00.')).toBe(true));
    for (const sentence of [
      'Delivery to Al Sadd costs QAR 15.00 now; free from QAR 200.00. Delivery to West Bay costs QAR 25.00 now; QAR 5.00 from QAR 300.00.',
      'Orders are accepted from QAR 50.00. An order needs at least 3 units. Deliveries to West Bay are accepted from QAR 80.00.',
      'An item of QAR 100.00 includes QAR 4.76 tax now.',
      'QAR 100.12 is rounded to QAR 100.00 in cash now.',
    ])
      expect(isSaid(sentence), sentence).toBe(true);
    expect(isSaid('Other branches')).toBe(false);
  });

  it('the settings show values by branch where branches differ, and reload after a save', async () => {
    const server = serveSettings();
    const off = { slots: [], next_slot: { slot: 'midday', from: '11:00' } } as const;
    server.shop.effect = effectOf([
      alSadd,
      { ...alSadd, branch_id: 2, branch_name: 'The Pearl' },
      { ...alSadd, ...off, slots: [], branch_id: 3, branch_name: 'Berlin', cash: null, deliveries: [] },
    ]);
    await renderApp({ '/': <SettingPage /> }, '/', testUser);
    await waitFor(() =>
      expect(isSaid('Berlin: No discounts by time of day apply now. Midday starts at 11:00.')).toBe(true),
    );
    expect(isSaid('Other branches: Evening discounts apply now, until 22:00.')).toBe(true);
    expect(isSaid("Berlin: Cash isn't accepted now.")).toBe(true);
    expect(isSaid('Berlin: No deliveries now.')).toBe(true);
    server.shop.effect = effectOf([
      { ...alSadd, deliveries: [{ place: null, amount: 0, free_after: null, amount_after: 0 }] },
    ]);
    await write(/Minimum products/, '2');
    await save();
    await waitFor(() => expect(isSaid('Every delivery is free now.')).toBe(true));
  });

  it('a removed picture is sent, and an unchanged one is not', async () => {
    const { saves } = await start();
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText('1 unsaved change');
    await save();
    await waitFor(() => expect(saves()).toEqual([{ revision: 4, logo_base64: null }]));
  });

  it('a conflict in the settings is asked about, and the choice is saved on top of the newer version', async () => {
    const { shop, saves } = await start();
    await write(/App name/, 'Mine');
    shop.now = {
      ...stored,
      revision: 9,
      AppName: { ...stored.AppName, en: 'Theirs' },
      minimum_products: 2,
    };
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Someone else has changed this record' });
    within(dialog).getByText('Mine', { selector: 'bdi' });
    within(dialog).getByText('Theirs', { selector: 'bdi' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save selection' }));
    await waitFor(() => expect(shop.now.revision).toBe(10));
    expect(saves().at(-1)).toEqual({ revision: 9, AppName: { ar: 'دكان', en: 'Mine', de: 'Dukkan' } });
    expect(shop.now.minimum_products).toBe(2);
    await waitFor(() => expect(field(/Minimum products/).value).toBe('2'));
  });

  it('the settings return to the stored values when the newer version is chosen', async () => {
    const { shop, saves } = await start();
    await write(/App name/, 'Mine');
    shop.now = { ...stored, revision: 9, AppName: { ...stored.AppName, en: 'Theirs' } };
    await save();
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('radio', { name: /Theirs/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save selection' }));
    await waitFor(() => expect(field(/App name/).value).toBe('Theirs'));
    expect(shop.now.AppName.en).toBe('Theirs');
    expect(saves()).toHaveLength(1);
  });

  it('the settings say why the currency is locked, with a link to the open orders', async () => {
    const { shop, saves } = await start();
    shop.open = 2;
    await userEvent.click(screen.getByRole('combobox', { name: /Currency/ }));
    await userEvent.click(await screen.findByRole('option', { name: /EUR/ }));
    await save();
    const link = await screen.findByRole('link', { name: 'Show open orders' });
    expect(link.getAttribute('href')).toBe('/orders?under_way=1');
    expect(screen.getAllByText(/2 orders are still open/).length).toBeGreaterThan(0);
    expect(saves()).toHaveLength(1);
    expect(shop.now.Currency).toBe('QAR');
  });

  it('an amount in the settings is shown with all decimals of the currency', async () => {
    const server = serveSettings();
    server.shop.now = { ...stored, minimum_order: 301.5 };
    await renderApp({ '/': <SettingPage /> }, '/', testUser);
    await waitFor(() => expect(field(/Minimum order/).value).toBe('301.50'));
    // typed text stays unchanged
    await write(/Minimum order/, '12.5');
    expect(field(/Minimum order/).value).toBe('12.5');
  });

  it('settings are found by name or value, and the others are hidden until the search is cleared', async () => {
    await start();
    const search = screen.getByRole('searchbox', { name: 'Search settings' });
    await userEvent.type(search, 'minimum');
    screen.getByText('2 settings found');
    expect(field(/Minimum order/)).toBeDefined();
    expect(screen.queryByRole('textbox', { name: /App name/ })).toBeNull();
    await userEvent.clear(search);
    await userEvent.type(search, 'shop@demo');
    screen.getByText('1 setting found');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /E-?mail/i }).value).toBe('shop@demo.test');
    await userEvent.clear(search);
    await userEvent.type(search, '15:00');
    screen.getByText('2 settings found');
    await userEvent.clear(search);
    await userEvent.type(search, 'no such word');
    screen.getByText('No settings found. Try another word or a value.');
    await userEvent.clear(search);
    await userEvent.type(search, 'density');
    expect(screen.getByRole('link', { name: 'Show theme and layout' }).getAttribute('href')).toBe(
      '/settings/theme-and-layout',
    );
    await userEvent.keyboard('{Escape}');
    expect(field(/App name/)).toBeDefined();
  });

  it('Enter in the settings search saves nothing, and a hidden field with an error is shown on save', async () => {
    const { saves } = await start();
    await write(/Evening until/, '25:00');
    const search = screen.getByRole('searchbox', { name: 'Search settings' });
    await userEvent.type(search, 'minimum{Enter}');
    expect(saves()).toEqual([]);
    await save();
    await waitFor(() => expect(field(/Evening until/).getAttribute('aria-invalid')).toBe('true'));
  });

  it('settings are locked for staff who may only view them', async () => {
    await start({ ...testUser, permissions: ['settings.view'] });
    screen.getByText('You can look at the settings, but not change them.');
    expect(field(/App name/).closest('fieldset')?.disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
