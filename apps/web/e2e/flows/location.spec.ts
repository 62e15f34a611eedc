import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

/** Returns a closed GeoJSON square in the sea, where no other test draws. */
const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

test('a zone is drawn on the map, checked, corrected as text, and shows its name and parent', async ({
  page,
  t,
  owner,
}) => {
  const name = unique('Sea ');
  await page.goto('/areas/zones');
  await page
    .getByRole('link', { name: t('location:zone.add') })
    .first()
    .click();
  await page.getByRole('textbox', { name: t('fields:names') }).fill(name);
  await page.getByLabel(t('fields:delivery_charge')).fill('7');
  // nothing would be delivered in a zone without a drawing, so the map says that it is missing
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  const missing = t('rules:required', { field: t('fields:polygons') });
  await expect(page.locator('main').getByText(missing)).toHaveCount(2);

  const map = page.getByRole('region', { name: t('location:map.draw_label') });
  await map.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: t('location:tools.draw'), exact: true }).click();
  for (const [x, y] of [
    [60, 300],
    [160, 300],
    [160, 380],
    [60, 380],
    [60, 300],
  ] as const)
    await map.click({ position: { x, y } });
  const coordinates = page.getByLabel(t('location:coordinates.label'));
  await expect(coordinates).toHaveValue(/^\[\[\[\[\d/);
  const drawn = await coordinates.inputValue();

  // crossing lines are refused with their position; the import of a drawing can be undone
  const take = page.getByRole('button', { name: t('location:coordinates.take') });
  await coordinates.fill(
    JSON.stringify([
      { lat: 25, lng: 52 },
      { lat: 25.1, lng: 52.1 },
      { lat: 25, lng: 52.1 },
      { lat: 25.1, lng: 52 },
    ]),
  );
  await take.click();
  await expect(page.getByText(/25\.05.*52\.05/).first()).toBeVisible();
  await coordinates.fill(JSON.stringify({ type: 'Polygon', coordinates: [square(52, 25, 0.1)] }));
  await take.click();
  await expect(coordinates).toHaveValue(JSON.stringify([[square(52, 25, 0.1)]]));
  await page.getByRole('button', { name: t('location:tools.undo') }).click();
  await expect(coordinates).toHaveValue(drawn);
  await page.getByRole('button', { name: t('location:tools.redo') }).click();
  await expect(coordinates).toHaveValue(JSON.stringify([[square(52, 25, 0.1)]]));

  const asked = page.getByRole('region', { name: t('location:asked.title') });
  await asked.getByLabel(t('fields:lat')).fill('25.05');
  await asked.getByLabel(t('fields:lng')).fill('52.1');
  await asked.getByRole('button', { name: t('location:asked.ask') }).click();
  await expect(asked.getByRole('status')).toContainText(t('location:asked.reason.only'));

  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(name) }))).toBeVisible();
  const { results: quote } = await owner.location.quote({ point: { lat: 25.05, lng: 52.1 } });
  expect(quote).toMatchObject({ name, delivery_charge: 7 });
  await owner.location.remove({ id: quote.zone_id ?? 0 });
});

test('a zone is drawn by keyboard on a map with land and names', async ({ page, t, owner }) => {
  const name = unique('Keys ');
  await page.goto('/areas/zones/new');
  await page.getByRole('textbox', { name: t('fields:names') }).fill(name);
  await page.getByLabel(t('fields:delivery_charge')).fill('5');
  const map = page.getByRole('region', { name: t('location:map.draw_label') });
  await expect(map.locator('.land').first()).toBeAttached();
  await expect(map.locator('.map-name span').first()).toBeVisible();
  await page.getByRole('button', { name: t('location:tools.draw'), exact: true }).click();
  await map.focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter', 'ArrowDown', 'Enter']) {
    await page.keyboard.press(key);
    // the map moves with an animation
    if (key !== 'Enter') await page.waitForTimeout(600);
  }
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByLabel(t('location:coordinates.label'))).toHaveValue(/^\[\[\[\[\d/);
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(name) }))).toBeVisible();
  const { results } = await owner.location.list({ keywords: name, type: 2 });
  await owner.location.remove({ id: results[0]?.id ?? 0 });
});

test('an address gets a pin and with it the zone at that point', async ({ page, t, owner }) => {
  const zone = await owner.location.save({
    type: 2,
    names: { en: unique('Pinned '), ar: unique('مثبت ') },
    delivery_charge: 9,
    polygons: [square(52.5, 26, 0.1)],
  });
  const { results: customer } = await owner.account.save({
    name: unique('Customer '),
    email: `${unique('c')}@mail.example`,
  });
  await page.goto(`/Addresses/new?user_id=${customer.id}`);
  await page.getByLabel(t('fields:info.street')).fill('902');
  await page.getByLabel(t('fields:lat')).fill('26.05');
  await page.getByLabel(t('fields:lng')).fill('52.55');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(customer.name) }))).toBeVisible();

  await page.goto(`/Addresses?keywords=${encodeURIComponent(customer.name)}`);
  const row = page.getByRole('row', { name: customer.name });
  const { ar, en } = zone.results.names;
  await expect(row).toContainText(new RegExp(`${ar}|${en}`));
  await expect(row).toContainText(t('address:default'));
  await owner.location.remove({ id: zone.results.id });
});

test('a KML file of two areas and a pin asks which area is the zone', async ({ page, t, owner }) => {
  const name = unique('Reef ');
  const mark = (title: string, west: number) =>
    `<Placemark><name>${title}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${square(
      west,
      24,
      0.1,
    )
      .map(([lng, lat]) => `${lng},${lat},0`)
      .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  const pin = '<Placemark><name>Shop</name><Point><coordinates>52.5,24.5,0</coordinates></Point></Placemark>';
  const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${mark('Near', 52.4)}${pin}${mark('Far', 52.7)}</Document></kml>`;
  await page.goto('/areas/zones');
  await page
    .getByRole('link', { name: t('location:zone.add') })
    .first()
    .click();
  await page.getByRole('textbox', { name: t('fields:names') }).fill(name);
  await page.getByLabel(t('fields:delivery_charge')).fill('7');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('location:coordinates.file') }).click();
  await (await chooser).setFiles({
    name: 'zones.kml',
    mimeType: 'application/vnd.google-earth.kml+xml',
    buffer: Buffer.from(kml),
  });
  const which = page.getByRole('group', {
    name: t('location:coordinates.which', { count: 2, shown: '2' }),
  });
  await expect(which).toContainText(t('location:coordinates.skipped', { count: 1, shown: '1' }));
  await which.getByRole('button', { name: 'Far' }).click();
  await expect(which).toHaveCount(0);
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect
    .poll(async () => (await owner.location.list({ type: 2, keywords: name })).results.length)
    .toBe(1);
});

test('zones are imported from a file: checked, imported, delivered to, and undone', async ({
  page,
  t,
  owner,
}) => {
  const [first, second] = [unique('North '), unique('South ')];
  const feature = (name: string, coordinates: unknown) => ({
    type: 'Feature',
    properties: { title: name, fee: 9 },
    geometry: { type: 'Polygon', coordinates },
  });
  const bow = [
    [55, 20],
    [55.1, 20.1],
    [55.1, 20],
    [55, 20.1],
    [55, 20],
  ];
  const file = {
    type: 'FeatureCollection',
    features: [
      feature(first, [square(54, 20, 0.1)]),
      feature(second, [square(54.2, 20, 0.1)]),
      feature('Bow', [bow]),
    ],
  };
  await page.goto('/areas/zones');
  await expect(page.getByRole('button', { name: t('location:import.button') })).toBeVisible();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'zones.geojson',
      mimeType: 'application/geo+json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
  const dialog = page.getByRole('dialog', { name: t('location:import.title_zone') });
  const rows = dialog.getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('20.05');
  await expect(rows.nth(1)).toContainText(t('location:import.result.refused'));
  await dialog
    .getByRole('button', { name: t('location:import.apply', { count: 2, shown: '2' }), exact: true })
    .click();
  await expect(dialog).toContainText(t('location:import.done'));
  const find = async () => (await owner.location.list({ type: 2, keywords: first })).results;
  expect(await find()).toMatchObject([{ name: first, delivery_charge: 9 }]);
  await dialog.getByRole('button', { name: t('location:import.undo') }).click();
  await expect(dialog).toContainText(t('location:import.undone', { count: 2, shown: '2' }));
  expect(await find()).toEqual([]);
});
