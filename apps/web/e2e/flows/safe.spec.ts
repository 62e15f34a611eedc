import { expect, test, toast, unique } from '../shop.ts';

test('a safe is counted, what is in it is taken to the bank, and each coin is seen where it is', async ({
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
  const counted = dialog.getByRole('textbox', { name: t('safe:counted') });
  await counted.fill('300');
  await counted.press('Enter');
  await expect(toast(page, t, t('safe:count.done'))).toBeVisible();
  await expect(place('safe')).toContainText('300.00');

  // a later count that differs is explained
  await page.getByRole('button', { name: t('safe:count.open'), exact: true }).click();
  await counted.fill('290');
  const note = dialog.getByRole('textbox', { name: t('safe:note') });
  await note.fill('Ten are missing');
  await note.press('Enter');
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

test('a branch says what it misses, and its album says how to begin', async ({ page, t, owner }) => {
  const { results: branch } = await owner.branch.create({ names: { en: unique('Album ') } });
  await page.goto(`/settings/branch-config/${branch.id}`);
  await page.getByRole('link', { name: t('branch:ready.till') }).click();
  await expect(page.getByRole('button', { name: t('branch:device.add') })).toBeVisible();
  await page.getByRole('tab', { name: t('branch:tab.album') }).click();
  await expect(page).toHaveURL(/part=album/);
  await expect(page.getByText(t('branch:album.empty'))).toBeVisible();
});
