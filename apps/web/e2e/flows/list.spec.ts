import { createRequire } from 'node:module';
import { expect, test, unique } from '../shop.ts';
import { inArabicDigits } from '../texts.ts';

type Sheet = { eachRow(visit: (row: { values: unknown[] }) => void): void };
type Workbook = { xlsx: { readFile(path: string): Promise<unknown> }; worksheets: Sheet[] };
const exceljs = createRequire(new URL('../../../api/package.json', import.meta.url))('exceljs') as {
  Workbook: new () => Workbook;
};

/** Returns the rows of the first sheet as the formatted texts of a spreadsheet program. */
async function rowsOf(path: string): Promise<string[][]> {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.readFile(path);
  const rows: string[][] = [];
  workbook.worksheets[0]?.eachRow(({ values }) => rows.push(values.map((value) => String(value ?? ''))));
  return rows;
}

test('search and filters are in the address, and Back returns to them', async ({ page, t }) => {
  await page.goto('/acounts');
  await page.getByRole('button', { name: t('kit:filter.label'), exact: true }).click();
  // the field, then its value
  await page.getByRole('option', { name: t('fields:status'), exact: true }).click();
  await page.getByRole('combobox', { name: t('fields:status') }).click();
  await page.getByRole('option', { name: t('kit:status.disabled') }).click();
  await expect(page).toHaveURL(/status=0/);
  await page.getByRole('button', { name: t('kit:filter.remove', { name: t('fields:status') }) }).click();
  await expect(page).not.toHaveURL(/status=0/);
  // or both by the words of the value
  await page.getByRole('button', { name: t('kit:filter.label'), exact: true }).click();
  await page.getByPlaceholder(t('kit:filter.find')).fill(t('kit:status.disabled'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=0/);
  await page.getByRole('searchbox', { name: t('account:search') }).fill('dana.example');
  await expect(page).toHaveURL(/keywords=dana\.example/);
  const remove = page.getByRole('button', {
    name: t('kit:filter.remove', { name: t('fields:status') }),
  });
  await expect(remove).toBeVisible();
  const first = page.getByRole('row').nth(1);
  await expect(first).toContainText('dana.example');
  await expect(first).toContainText(t('kit:status.disabled'));
  const link = first.getByRole('link');
  const name = (await link.locator('bdi').textContent()) ?? '';
  await link.click();
  await expect(page).toHaveURL(/\/acounts\/\d+/);
  await page.goBack();
  await expect(page).toHaveURL(/status=0/);
  await expect(page.getByRole('searchbox')).toHaveValue('dana.example');
  await expect(page.getByRole('link', { name })).toBeFocused();
  await remove.click();
  await expect(page).not.toHaveURL(/status=0/);
  await page.getByRole('searchbox').fill('nobody-is-called-so');
  await expect(page.getByText(t('kit:gap.no_match'))).toBeVisible();
  await page.getByRole('button', { name: t('kit:gap.clear') }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('list search finds Arabic letter forms and both digit sets', async ({ page, owner }) => {
  const word = unique('أحمد ');
  const phone = String(55_000_000 + Math.floor(Math.random() * 900_000));
  await owner.account.save({ name: word, phone });
  await page.goto('/acounts');
  const search = page.getByRole('searchbox');
  await search.fill(word.replace('أ', 'ا'));
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row', { name: word })).toBeVisible();
  await search.fill(inArabicDigits(phone));
  await expect(page).toHaveURL(new RegExp(encodeURIComponent(inArabicDigits(phone))));
  await expect(page.getByRole('row', { name: word })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('a list view is saved under a name and restores its filter', async ({ t, hire, enter }) => {
  const person = await hire({ permissions: ['users'] });
  const page = await enter(person.login, '/acounts?status=0');
  await page.getByRole('button', { name: t('kit:view.save') }).click();
  const dialog = page.getByRole('dialog', { name: t('kit:view.save') });
  await dialog.getByRole('textbox', { name: t('kit:view.name') }).fill('Sleeping');
  await dialog.getByRole('button', { name: t('kit:view.save') }).click();
  await expect(page.getByRole('tab', { name: 'Sleeping' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: t('kit:view.all'), exact: true }).click();
  await expect(page).toHaveURL('/acounts');
  await page.reload();
  await page.getByRole('tab', { name: 'Sleeping' }).click();
  await expect(page).toHaveURL(/status=0/);
});

test('a hidden list column stays hidden', async ({ t, hire, enter }) => {
  const person = await hire({ permissions: ['users'] });
  const page = await enter(person.login, '/acounts');
  const heading = page.getByRole('columnheader', { name: t('fields:phone') });
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: t('kit:columns.label') }).click();
  const kept = page.waitForResponse('**/user/profile/update');
  await page.getByRole('checkbox', { name: t('fields:phone') }).click();
  await expect(heading).toBeHidden();
  await kept;
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(heading).toBeHidden();
});

test('several rows are disabled at once after a preview', async ({ page, t, owner }) => {
  const family = unique('Family');
  for (const name of ['One', 'Two', 'Three'])
    await owner.account.save({ name: `${family} ${name}`, email: `${unique('many-')}@e2e.example` });
  await page.goto(`/acounts?keywords=${family}`);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('checkbox', { name: t('kit:list.select_page') }).click();
  const bar = page.getByRole('region', { name: t('kit:bulk.bar') });
  await expect(bar).toContainText(t('kit:bulk.selected', { count: 3, shown: '3' }));
  await bar.getByRole('button', { name: t('kit:action.disable') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${family} Two`);
  await dialog.getByRole('button', { name: t('kit:action.disable') }).click();
  await expect(page.getByRole('row').filter({ hasText: t('kit:status.disabled') })).toHaveCount(3);
  await expect(bar).toBeHidden();
  await page.getByRole('button', { name: t('kit:undo.undo') }).click();
  await expect(page.getByRole('row').filter({ hasText: t('kit:status.active') })).toHaveCount(3);
});

test("an export is a spreadsheet of the shown list in the page's language", async ({ page, t, owner }) => {
  const family = unique('Sheet');
  for (const name of ['One', 'Two'])
    await owner.account.save({ name: `${family} ${name}`, email: `${unique('sheet-')}@e2e.example` });
  await page.goto(`/acounts?keywords=${family}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('kit:export.label') }).click();
  // the first menu item exports the visible columns
  await page
    .getByRole('menuitem', { name: t('kit:export.xlsx') })
    .first()
    .click();
  const rows = await rowsOf(await (await download).path());
  const head = rows.find((row) => row.includes(t('fields:email')));
  expect(head).toContain(t('fields:name'));
  expect(rows.filter((row) => row.some((cell) => cell.startsWith(family)))).toHaveLength(2);
});
