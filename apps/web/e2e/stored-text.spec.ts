import type { Page } from '@playwright/test';
import { expect, test, toast, unique } from './shop.ts';
import { isolated } from './texts.ts';

/** Names with which an attacker would try to run code in another user's browser. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '"><svg onload=alert(3)>',
  "'-alert(4)-'",
  'javascript:alert(5)',
  '<a href="javascript:alert(6)">here</a>',
  '<iframe srcdoc="<script>alert(7)</script>">',
  '{{constructor.constructor("alert(8)")()}}',
  '$t(common:action.save) {{name}}',
  '</title><style>*{display:none}</style>',
  '<math><mtext></mtext><a xlink:href="data:text/html,alert(9)">',
];

/** Expects the texts on the page exactly as entered. The end of every test checks that no code ran (shop.ts). */
async function expectLiteral(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
}

/** Checks the form of each record and the window's title; with the label of its button, also the change history. */
async function expectLiteralForm(page: Page, path: string, name: string, history?: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(await page.title()).toContain(name);
  if (!history) return;
  await page.getByRole('button', { name: history }).click();
  await expect(page.getByRole('dialog').getByText(name).first()).toBeVisible();
}

test('script payloads in names of people are shown as text', async ({ page, t, owner }) => {
  const run = unique('run');
  const ids: number[] = [];
  for (const [index, name] of PAYLOADS.entries()) {
    const { results } = await owner.account.save({ name: 'Plain', email: `${run}-${index}@e2e.example` });
    // the history tells the change of a name, and of a new record only that it was created
    await owner.account.save({ id: results.id, version: results.version, name });
    ids.push(results.id);
  }
  await page.goto(`/acounts?keywords=${run}`);
  await expectLiteral(page, PAYLOADS);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: t('shell:palette.label') });
  await palette.getByRole('combobox').fill(`${run}-0@`);
  await expect(palette.getByText(PAYLOADS[0] ?? '', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  const name = PAYLOADS[1] ?? '';
  await page.getByRole('button', { name: t('kit:list.row_menu', { name }) }).click();
  await page.getByRole('menuitem', { name: t('kit:action.disable') }).click();
  await expect(toast(page, t, t('kit:undo.disabled', { count: 1, name: isolated(name) }))).toBeVisible();
  for (const [index, id] of ids.entries())
    await expectLiteralForm(page, `/acounts/${id}`, PAYLOADS[index] ?? '', t('kit:timeline.label'));
});

test('script payloads in titles of roles are shown as text', async ({ page, t, owner }) => {
  const ids: number[] = [];
  for (const title of PAYLOADS)
    ids.push((await owner.role.save({ titles: { ar: title, en: title, de: title } })).results.id);
  await page.goto('/roles?limit=50&sort_by=id&sort_as=desc');
  await expectLiteral(page, PAYLOADS);
  for (const [index, id] of ids.entries())
    await expectLiteralForm(page, `/roles/${id}`, PAYLOADS[index] ?? '');
  await page.goto('/acounts/new');
  await page.getByRole('combobox', { name: t('fields:role_id') }).fill('alert');
  await expectLiteral(page, PAYLOADS.slice(0, 2));
});

test('script payloads in names of branches are shown as text', async ({
  page,
  t,
  hire,
  enter,
  owner,
  trouble,
}) => {
  // the page of the branch may read it once more after its deletion
  trouble.allow(404);
  const ids: number[] = [];
  for (const name of PAYLOADS)
    ids.push((await owner.branch.create({ names: { ar: name, en: name, de: name } })).results.id);
  await page.goto('/settings/branch-config?limit=50&sort_by=id&sort_as=desc');
  await expectLiteral(page, PAYLOADS);
  await page.getByRole('button', { name: t('shell:branch.label') }).click();
  await expect(page.getByRole('menuitemradio', { name: PAYLOADS[0] ?? '' })).toBeVisible();
  for (const [index, id] of ids.entries())
    await expectLiteralForm(page, `/settings/branch-config/${id}`, PAYLOADS[index] ?? '');

  const person = await hire({ permissions: ['users'], global: false, branch_id: ids[2] ?? 0 });
  const clerk = await enter(person.login, '/');
  await expect(clerk.getByText(PAYLOADS[2] ?? '', { exact: true })).toBeVisible();
  for (const id of ids) await owner.branch.remove({ id }).catch(() => undefined);
});
