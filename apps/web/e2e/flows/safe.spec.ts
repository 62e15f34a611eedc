import { anyToast, expect, test, toast, unique } from '../shop.ts';

test('a safe is counted, its cash is taken to the bank, and each amount is shown where it is', async ({
  page,
  t,
  owner,
}) => {
  const names = { en: unique('Safe '), ar: unique('خزنة '), de: unique('Tresor ') };
  const { results: branch } = await owner.branch.create({ names, pos: [{ name: 'Front' }] });
  const branch_id = branch.id;
  await page.goto(`/payments/safe?branch_id=${branch_id}`);
  const place = (holder: string) =>
    page.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: t(`safe:holder.${holder}`), exact: true }),
    });
  await expect(place('safe')).toContainText(t('safe:nothing.safe'));

  await page.getByRole('button', { name: t('safe:count.first') }).click();
  const dialog = page.getByRole('dialog');
  const counted = dialog.getByRole('textbox', { name: t('cash-count:amount') });
  const bySum = dialog.getByRole('radio', { name: t('cash-count:sum') });
  await bySum.click();
  await counted.fill('300');
  await counted.press('Enter');
  await expect(anyToast(page, t, 'safe:count.done', 'amount')).toBeVisible();
  await expect(place('safe')).toContainText('300.00');

  // a later count with a difference needs an explanation
  await page.getByRole('button', { name: t('safe:count.open'), exact: true }).click();
  await bySum.click();
  await counted.fill('290');
  const note = dialog.getByRole('textbox', { name: t('safe:note') });
  await note.fill('Ten are missing');
  await dialog.getByRole('button', { name: t('safe:count.action') }).click();
  await expect(dialog).toBeHidden();
  await expect(place('safe')).toContainText('290.00');

  await page.getByRole('button', { name: t('safe:move.bank.open') }).click();
  const amount = dialog.getByRole('textbox', { name: t('fields:amount') });
  await expect(amount).toHaveValue('290.00');
  await amount.fill('250');
  await amount.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(place('safe')).toContainText('40.00');
  await expect(place('bank')).toContainText('250.00');

  await place('bank')
    .getByRole('button', { name: t('safe:banked.open') })
    .click();
  const slip = dialog.getByRole('textbox', { name: t('safe:reference') });
  await slip.fill('4711');
  await slip.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(place('bank')).toContainText(t('safe:nothing.bank'));

  const { results, meta } = await owner.safe.list({ branch_id });
  expect(results.map(({ kind, balance }) => [kind, balance])).toEqual([
    ['bank', 40],
    ['difference', 290],
    ['opening', 300],
  ]);
  expect(meta.balance).toMatchObject([{ amount: 40 }]);
  await expect(page.getByRole('row')).toHaveCount(4);
});

test('a branch shows what it lacks, and its album is filled, ordered by buttons, captioned and emptied', async ({
  page,
  t,
  owner,
}) => {
  const { results: branch } = await owner.branch.create({ names: { en: unique('Album ') } });
  await page.goto(`/settings/branch-config/${branch.id}`);
  await page.getByRole('link', { name: t('branch:ready.till') }).click();
  await expect(page.getByRole('button', { name: t('branch:device.add') })).toBeVisible();
  await page.getByRole('tab', { name: t('branch:tab.album') }).click();
  await expect(page).toHaveURL(/part=album/);
  await expect(page.getByText(t('branch:album.empty'))).toBeVisible();
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  const album = async () => (await owner.branchAlbum.list({ branch_id: branch.id })).results;
  await page.locator('input[type="file"][multiple]').setInputFiles([file('one.png')]);
  await expect.poll(async () => (await album()).length).toBe(1);
  await page.locator('input[type="file"][multiple]').setInputFiles([file('two.png')]);
  await expect.poll(async () => (await album()).length).toBe(2);
  const before = (await album()).map(({ id }) => id);

  await page.getByRole('button', { name: t('branch:album.later', { number: 1 }) }).click();
  await expect.poll(async () => (await album()).map(({ id }) => id)).toEqual(before.toReversed());

  await page.getByRole('button', { name: t('branch:album.edit', { number: 1 }) }).click();
  const dialog = page.getByRole('dialog');
  const name = unique('Front ');
  const box = dialog.getByRole('textbox').first();
  await box.fill(name);
  await dialog.getByRole('button', { name: t('branch:album.save') }).click();
  await expect(toast(page, t, t('branch:album.saved', { number: '1' }))).toBeVisible();
  await expect(page.getByRole('img', { name })).toBeVisible();

  await page.getByRole('button', { name: t('branch:album.remove', { number: 2 }) }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('branch:album.remove_action') })
    .click();
  await expect.poll(async () => (await album()).length).toBe(1);
});
