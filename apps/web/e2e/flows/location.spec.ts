import { expect, test, toast, unique } from '../shop.ts';

/** A closed square of GeoJSON out at sea, where no other test draws. */
const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

test('a zone is drawn on the map, looked at, corrected as text, and says who it is for', async ({
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

  // lines that cross are refused with where; what is taken over can be taken back
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
  await expect(toast(page, t, t('location:zone.created'))).toBeVisible();
  const { results: quote } = await owner.location.quote({ point: { lat: 25.05, lng: 52.1 } });
  expect(quote).toMatchObject({ name, delivery_charge: 7 });
  await owner.location.remove({ id: quote.zone_id ?? 0 });
});

test('an address gets a pin, and with it the zone that stands there', async ({ page, t, owner }) => {
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
  await expect(toast(page, t, t('address:created'))).toBeVisible();

  await page.goto(`/Addresses?keywords=${encodeURIComponent(customer.name)}`);
  const row = page.getByRole('row', { name: customer.name });
  const { ar, en } = zone.results.names;
  await expect(row).toContainText(new RegExp(`${ar}|${en}`));
  await expect(row).toContainText(t('address:default'));
  await owner.location.remove({ id: zone.results.id });
});
