import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeButtonContrast, findReadableShade } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ env: { MAP_LAT: '25.3', MAP_LNG: '51.5', MAP_ZOOM: '12' } });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const save = (body: object, who: Person = admin) => app.call(api.setting.save, body, { token: who.token });
const picture = async () => {
  const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#2876e2' } }).png();
  return (await png.toBuffer()).toString('base64');
};

test('a new shop sells in riyals under the name Dukkan', async () => {
  const { results } = await app.call(api.setting.public);
  expect(results).toMatchObject({
    Currency: 'QAR',
    AppName: { ar: 'دكان', en: 'Dukkan', de: 'Dukkan' },
    logo: null,
    favIcon: null,
    locales: ['ar', 'en', 'de'],
    map: { lat: 25.3, lng: 51.5, zoom: 12, tiles: null },
    minimum_order: null,
    minimum_products: null,
    theme: { primary: '#2876E2', skin: 'system' },
  });
});

test('the public reads exactly the public settings, whatever else is stored', async () => {
  const canaries = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`gateway_secret_${index}`, `canary-${index}-5f1d`]),
  );
  const { prisma } = app.services.database;
  const data = {
    ...canaries,
    gateways: [{ secret: 'canary-x' }],
    theme: { primary: '#2876E2', note: 'canary-y' },
  };
  await prisma.setting.upsert({ where: { id: 1 }, create: { data }, update: { data } });
  const { results, text } = await app.call(api.setting.public);
  expect(Object.keys(results).sort()).toEqual([
    'AppName',
    'Currency',
    'favIcon',
    'info',
    'locales',
    'logo',
    'map',
    'minimum_order',
    'minimum_products',
    'theme',
    'version',
  ]);
  expect(text).not.toContain('canary');
  const whole = await app.call(api.setting.show, {}, { token: admin.token });
  expect(whole.text).not.toContain('canary');
  expect(
    Object.keys(whole.results)
      .filter((key) => !(key in results))
      .sort(),
  ).toEqual([
    'cash_rounding',
    'cash_tolerance',
    'country',
    'day_end',
    'discount_slots',
    'driver_cash_limit',
    'fixed_custom_shipping_price',
    'free_after_amount',
    'hijri_offset',
    'pay_return_origins',
    'print_profile',
    'revision',
    'safe_limit',
    'seller_max_discount',
    'tax_mode',
    'timezone',
    'unpaid_minutes',
    'week_start',
  ]);
});

test("a week starts as the shop's country does until a weekday is saved, and the profile says so", async () => {
  const weekStart = async () => {
    const { results: settings } = await app.call(api.setting.show, {}, { token: admin.token });
    const { results: user } = await app.call(api.auth.profile, {}, { token: admin.token });
    expect(user.week_start).toBe(settings.week_start);
    expect(user.hijri_offset).toBe(settings.hijri_offset);
    return settings.week_start;
  };
  expect(await weekStart()).toBe(0);
  await save({ country: 'DE', hijri_offset: -1 });
  expect(await weekStart()).toBe(2);
  await save({ week_start: 1 });
  expect(await weekStart()).toBe(1);
  await save({ country: 'QA', hijri_offset: 0 });
  expect(await weekStart()).toBe(1);
});

test('saving settings changes the sent fields only, and null clears a field', async () => {
  const first = await save({
    AppName: { ar: 'دكان الحي', en: 'Corner shop' },
    info: { phone: '٤٤٠٠ ٠١٠٠', email: 'Shop@Dana.example', website: 'https://dana.example' },
    theme: { skin: 'dark' },
    minimum_order: 25.5,
  });
  expect(first.status).toBe(200);
  expect(first.results).toMatchObject({
    AppName: { ar: 'دكان الحي', en: 'Corner shop', de: '' },
    info: { phone: '+97444000100', email: 'shop@dana.example' },
    theme: { primary: '#2876E2', skin: 'dark', density: 'comfortable' },
    minimum_order: 25.5,
  });
  const second = await save({ info: { website: null }, minimum_order: null, theme: { density: 'compact' } });
  expect(second.results).toMatchObject({
    info: { phone: '+97444000100', email: 'shop@dana.example', website: '' },
    minimum_order: null,
    theme: { skin: 'dark', density: 'compact' },
  });
  const again = await save(second.results);
  expect(again.status).toBe(200);
});

test('settings for prices, tills and documents have defaults, and each part is saved separately', async () => {
  const slots = { midday: ['11:00', '15:00'], afternoon: ['15:00', '18:00'], evening: ['18:00', '24:00'] };
  const { results } = await app.call(api.setting.show, {}, { token: admin.token });
  expect(results).toMatchObject({
    fixed_custom_shipping_price: null,
    free_after_amount: null,
    tax_mode: 'inclusive',
    cash_rounding: 0,
    print_profile: 'a5',
    discount_slots: slots,
    cash_tolerance: 0,
    unpaid_minutes: 30,
    seller_max_discount: 0,
    day_end: '00:00',
  });
  const saved = await save({
    fixed_custom_shipping_price: 0,
    free_after_amount: 150,
    tax_mode: 'exclusive',
    cash_rounding: 25,
    print_profile: '80mm',
    discount_slots: { evening: ['19:00', '01:30'] },
    seller_max_discount: 7.5,
    day_end: '04:00',
  });
  expect(saved.results).toMatchObject({
    // nothing and free are two things
    fixed_custom_shipping_price: 0,
    free_after_amount: 150,
    tax_mode: 'exclusive',
    cash_rounding: 25,
    print_profile: '80mm',
    discount_slots: { ...slots, evening: ['19:00', '01:30'] },
    seller_max_discount: 7.5,
    day_end: '04:00',
  });
  const cleared = await save({ fixed_custom_shipping_price: null, free_after_amount: null });
  expect(cleared.results).toMatchObject({ fixed_custom_shipping_price: null, tax_mode: 'exclusive' });
});

test('of two concurrent changes to the settings the second gets a conflict', async () => {
  const { results } = await app.call(api.setting.show, {}, { token: admin.token });
  const answers = await Promise.all([
    save({ revision: results.revision, hijri_offset: 1 }),
    save({ revision: results.revision, hijri_offset: -1 }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const stale = answers.find(({ status }) => status === 409);
  expect(stale?.failure).toMatchObject({ code: 'record.stale', params: { version: results.revision + 1 } });
});

test.each([
  [{ Currency: 'XYZ' }, 'Currency'],
  [{ country: 'QQ' }, 'country'],
  [{ timezone: 'Asia/Dukkan' }, 'timezone'],
  [{ timezone: 'EST' }, 'timezone'],
  [{ minimum_order: 1.005 }, 'minimum_order'],
  [{ minimum_order: -1 }, 'minimum_order'],
  [{ info: { phone: '123' } }, 'info.phone'],
  [{ info: { website: 'javascript:alert(1)' } }, 'info.website'],
  [{ theme: { primary: 'red' } }, 'theme.primary'],
  [{ AppName: { ar: '', en: ' ', de: null } }, 'AppName'],
  [{ fixed_custom_shipping_price: 7.505 }, 'fixed_custom_shipping_price'],
  [{ free_after_amount: -1 }, 'free_after_amount'],
  [{ cash_tolerance: null }, 'cash_tolerance'],
  [{ cash_rounding: 0.25 }, 'cash_rounding'],
  [{ unpaid_minutes: 0 }, 'unpaid_minutes'],
  [{ seller_max_discount: 101 }, 'seller_max_discount'],
  [{ pay_return_origins: ['https://shop.example/'] }, 'pay_return_origins.0'],
  [{ pay_return_origins: ['https://shop.example', 'http://shop.example'] }, 'pay_return_origins.1'],
  [{ pay_return_origins: ['javascript:alert(1)'] }, 'pay_return_origins.0'],
  [{ day_end: '06:01' }, 'day_end'],
  [{ day_end: '4:00' }, 'day_end'],
  [{ week_start: 7 }, 'week_start'],
  [{ week_start: -1 }, 'week_start'],
  [{ tax_mode: 'none' }, 'tax_mode'],
  [{ print_profile: 'letter' }, 'print_profile'],
  [{ discount_slots: { midday: ['15:00', '15:00'] } }, 'discount_slots.midday.1'],
  [{ discount_slots: { evening: ['18:00', '00:00'] } }, 'discount_slots.evening.1'],
  [{ discount_slots: { evening: ['24:00', '02:00'] } }, 'discount_slots.evening.0'],
  [{ discount_slots: { evening: ['18:00', '24:30'] } }, 'discount_slots.evening.1'],
  [{ discount_slots: { night: ['18:00', '24:00'] } }, 'discount_slots.night'],
  [{ demo_seeded_at: '2026-01-01T00:00:00.000Z' }, 'demo_seeded_at'],
])('the setting %j is refused on its field', async (body, field) => {
  const { status, failure } = await save(body);
  expect(status).toBe(422);
  expect(Object.keys(failure.errors)).toEqual([field]);
});

test('a brand color on which white text is unreadable is refused, and the default color passes', async () => {
  expect(computeButtonContrast('#2876E2')).toBeGreaterThan(4.5);
  const { status, failure } = await save({ theme: { primary: '#ffd54f' } });
  expect(status).toBe(422);
  expect(failure.code).toBe('theme.contrast');
  expect(failure.errors['theme.primary']).toHaveLength(1);
  expect((await save({ theme: { primary: '#0f5132' } })).status).toBe(200);
});

test('VE4 the nearest readable shade suggested for an unreadable color can be saved', async () => {
  const refused = await save({ theme: { primary: '#FFD400' } });
  expect(refused.status).toBe(422);
  expect(refused.failure).toMatchObject({ code: 'theme.contrast', params: { ratio: 1.8 } });
  const shade = findReadableShade('#FFD400');
  const { status, results } = await save({ theme: { primary: shade } });
  expect(status).toBe(200);
  expect(results.theme.primary).toBe(shade);
});

test('a stored color that is no longer allowed does not prevent saving other settings', async () => {
  const { prisma } = app.services.database;
  const [row] = await prisma.setting.findMany();
  const stored = row?.data as { theme?: object };
  const data = { ...stored, theme: { ...stored.theme, primary: '#c96396' } };
  await prisma.setting.update({ where: { id: 1 }, data: { data } });
  expect((await save({ minimum_products: 2, theme: { density: 'compact' } })).status).toBe(200);
  expect((await save({ theme: { primary: '#00986c' } })).failure.code).toBe('theme.contrast');
  await save({ minimum_products: null, theme: { primary: '#2876E2' } });
});

test.each([
  [{ primary: '#FFF' }, 'theme.primary'],
  [{ primary: '#2876E2; background: url(x)' }, 'theme.primary'],
  [{ primary: null }, 'theme.primary'],
  [{ radius: 17 }, 'theme.radius'],
  [{ radius: -1 }, 'theme.radius'],
  [{ skin: 'sepia' }, 'theme.skin'],
  [{ menu: 'hidden' }, 'theme.menu'],
  [{ density: 'tight' }, 'theme.density'],
  [{ direction: 'rtl' }, 'theme.direction'],
  [{ font: 'Comic Sans' }, 'theme.font'],
])('the theme %j is refused on its field', async (theme, field) => {
  const { status, failure } = await save({ theme });
  expect(status).toBe(422);
  expect(Object.keys(failure.errors)).toEqual([field]);
});

test('every page contains the saved theme and no other settings', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dukkan-web-'));
  await writeFile(join(root, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  const shop = await startApp({ env: { WEB_ROOT: root } });
  try {
    const owner = await makeAdmin(shop);
    const theme = { primary: '#0f5132', skin: 'dark', radius: 2 };
    await shop.call(api.setting.save, { theme }, { token: owner.token });
    for (const path of ['/login', '/orders']) {
      const page = await (await fetch(shop.url + path)).text();
      const content = /<head><meta name="shop-theme" content="([^"]*)" \/>/.exec(page)?.[1] ?? '';
      expect(JSON.parse(content.replaceAll('&quot;', '"'))).toEqual({
        ...theme,
        menu: 'open',
        density: 'comfortable',
        direction: 'auto',
      });
    }
    // what somebody wrote past the API cannot become markup
    const data = { theme: { primary: '"><script>alert(1)</script>', note: 'canary' } };
    await shop.services.database.prisma.setting.update({ where: { id: 1 }, data: { data } });
    const page = await (await fetch(`${shop.url}/login`)).text();
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('canary');
  } finally {
    await shop.stop();
    await rm(root, { recursive: true });
  }
});

test('the brand from the configuration applies until another is saved', async () => {
  const shop = await startApp({
    env: {
      APP_NAME_EN: 'Dana',
      APP_PHONE: '+97444000100',
      APP_WEBSITE: 'https://dana.example',
      APP_LOGO_URL: 'https://cdn.dana.example/logo.png',
    },
  });
  try {
    const owner = await makeAdmin(shop);
    const { results, headers } = await shop.call(api.setting.public);
    expect(results).toMatchObject({
      AppName: { ar: '', en: 'Dana', de: '' },
      logo: 'https://cdn.dana.example/logo.png',
      favIcon: null,
      info: { phone: '+97444000100', email: '', website: 'https://dana.example' },
    });
    expect(headers['content-security-policy']).toMatch(/img-src [^;]*https:\/\/cdn\.dana\.example/);
    const part = {
      AppName: { ar: 'دانة', en: 'Dana shop' },
      info: { phone: null },
      logo_base64: await picture(),
    };
    await shop.call(api.setting.save, part, { token: owner.token });
    const saved = await shop.call(api.setting.public);
    expect(saved.results).toMatchObject({
      AppName: { ar: 'دانة', en: 'Dana shop' },
      info: { phone: '', website: 'https://dana.example' },
    });
    expect(saved.results.logo).toMatch(/^\/files\//);
  } finally {
    await shop.stop();
  }
});

test('a logo is redrawn, served, kept by a save without one and removed by null', async () => {
  const stored = await save({ logo_base64: await picture() });
  expect(stored.results.logo).toMatch(/^\/files\/[\w-]{22}\.webp$/);
  const served = await fetch(app.url + String(stored.results.logo));
  expect(served.headers.get('content-type')).toBe('image/webp');
  expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).width).toBe(512);
  expect((await save({ hijri_offset: 0 })).results.logo).toBe(stored.results.logo);
  expect((await save({ logo_base64: null })).results.logo).toBeNull();
  expect((await save({ logo_base64: Buffer.from('<svg/>').toString('base64') })).failure.code).toBe(
    'image.unreadable',
  );
});

test('every change of a setting is in the audit log by its name and field', async () => {
  const keeper = await makePerson(app, { permissions: ['settings.save'], name: 'Keeper' });
  await save({ Currency: 'KWD' }, keeper);
  const row = await app.services.database.prisma.audit_log.findFirstOrThrow({ orderBy: { id: 'desc' } });
  expect(row).toMatchObject({ noun: 'setting', action: 'save', actor: 'Keeper', account_id: keeper.id });
  expect(row.changes).toMatchObject({ Currency: { from: 'QAR', to: 'KWD' } });
});

const pictureOf = async (width: number, height: number, orientation = 1) => {
  const image = sharp({ create: { width, height, channels: 3, background: '#2876e2' } });
  return (await image.withMetadata({ orientation }).jpeg().toBuffer()).toString('base64');
};

test('a logo narrower than 64 pixels or a favicon smaller than 32 by 32 is refused on its field and changes nothing', async () => {
  const before = (await app.call(api.setting.show, {}, admin)).results;
  const tries = [
    ['logo_base64', 63, 400, 1, /at least 64 pixels wide/],
    ['logo_base64', 64, 40, 6, /at least 64 pixels wide/],
    ['favIcon_base64', 31, 64, 1, /at least 32 by 32/],
    ['favIcon_base64', 64, 31, 1, /at least 32 by 32/],
  ] as const;
  for (const [field, width, height, orientation, text] of tries) {
    const refused = await save({ [field]: await pictureOf(width, height, orientation) });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.failure.errors)).toEqual([field]);
    expect(refused.failure.errors[field]?.[0]).toMatch(text);
  }
  expect((await app.call(api.setting.show, {}, admin)).results).toEqual(before);
  const taken = await save({
    logo_base64: await pictureOf(40, 64, 6),
    favIcon_base64: await pictureOf(32, 32),
  });
  expect(taken.status, taken.text).toBe(200);
});

test('the currency is one code or the same code for each language, and different codes are refused', async () => {
  const set = (Currency: unknown) => save({ Currency });
  const map = await set({ ar: 'KWD', en: 'KWD' });
  expect(map.status, map.text).toBe(200);
  expect(map.results.Currency).toBe('KWD');
  expect((await app.call(api.setting.public)).results.Currency).toBe('KWD');
  expect((await set({ de: 'QAR' })).results.Currency).toBe('QAR');
  for (const wrong of [{ ar: 'QAR', en: 'EGP' }, {}, { fr: 'QAR' }, { ar: 'ABC' }, { ar: 'qar' }, [], 7]) {
    const refused = await set(wrong);
    expect(refused.status, JSON.stringify(wrong)).toBe(422);
    expect(Object.keys(refused.failure.errors)[0]).toMatch(/^Currency/);
  }
  const different = await set({ ar: 'QAR', en: 'EGP' });
  expect(different.failure.errors.Currency?.[0]).toMatch(/same code for every language/);
  expect((await app.call(api.setting.public)).results.Currency).toBe('QAR');
});
