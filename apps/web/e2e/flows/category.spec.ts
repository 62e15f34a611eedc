import type { Client } from '@dukkan/contract';
import type { Page } from '@playwright/test';
import { anyToast, expect, test, toast, unique } from '../shop.ts';
import { isolated, type Say } from '../texts.ts';

const PATH = '/products/categories';

const make = async (owner: Client, title: string, parent_id?: number) => {
  const { results } = await owner.category.save({
    titles: { ar: title, en: title, de: title },
    ...(parent_id ? { parent_id } : {}),
  });
  return { id: results.id, title };
};

/** Creates a category with three children, so that no other category of the shop is between them. */
async function shelf(owner: Client) {
  const top = await make(owner, unique('Shelf '));
  const [a, b, c] = [
    await make(owner, unique('Apples '), top.id),
    await make(owner, unique('Bread '), top.id),
    await make(owner, unique('Cheese '), top.id),
  ];
  return { top, a, b, c };
}

const below = async (owner: Client, parent: number) =>
  (await owner.category.list({ parent, limit: 100 })).results.map(({ id }) => id);

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

/** Opens the tree with this category expanded. */
async function opened(page: Page, t: Say, top: { title: string }) {
  await page.goto(PATH);
  await rowOf(page, top.title)
    .getByRole('button', { name: t('category:tree.open', { name: top.title }) })
    .click();
}

const menu = async (page: Page, t: Say, title: string, entry: string) => {
  await rowOf(page, title)
    .getByRole('button', { name: t('kit:list.row_menu', { name: title }) })
    .click();
  await page.getByRole('menuitem', { name: t(entry), exact: true }).click();
};

test('a category is created below another, found with its path, deleted and restored', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  // the form may read its deleted category once more before it closes
  trouble.allow(404);
  const top = await make(owner, unique('Kitchen '));
  const title = unique('Pans ');
  await page.goto(PATH);
  await rowOf(page, top.title)
    .getByRole('button', { name: t('category:add_below_of', { name: top.title }) })
    .click();
  await expect(page.getByRole('combobox', { name: t('fields:parent') })).toHaveValue(top.title);
  await page.getByRole('textbox', { name: t('fields:titles') }).fill(title);
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(title) }))).toBeVisible();
  // the tree shows its level
  await expect(rowOf(page, title)).toHaveAttribute('aria-level', '2');
  await page.getByRole('searchbox').fill(title);
  await expect(rowOf(page, title)).toContainText(top.title);
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: t('kit:action.delete') }).click();
  await page.getByRole('button', { name: t('kit:undo.undo') }).click();
  await expect(
    toast(
      page,
      t,
      t('kit:undo.restored', { what: t('kit:undo.removed', { count: 1, name: isolated(title) }) }),
    ),
  ).toBeVisible();
  expect(await below(owner, top.id)).toHaveLength(1);
});

test('the category tree is walked, reordered and opened by keyboard', async ({ page, lang, owner }) => {
  const { top, a, b, c } = await shelf(owner);
  const [deeper, higher] = lang === 'ar' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  await page.goto(PATH);
  await rowOf(page, top.title).focus();
  await page.keyboard.press(deeper);
  await expect(rowOf(page, c.title)).toBeVisible();
  await page.keyboard.press(deeper);
  await expect(rowOf(page, a.title)).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => below(owner, top.id)).toEqual([b.id, a.id, c.id]);
  // the focus follows the moved row
  await expect(rowOf(page, b.title)).toHaveAttribute('aria-posinset', '1');
  await expect(rowOf(page, a.title)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rowOf(page, b.title)).toBeFocused();
  await page.keyboard.press(higher);
  await expect(rowOf(page, top.title)).toBeFocused();
  await page.keyboard.press(higher);
  await expect(rowOf(page, top.title)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Home');
  await expect(page.locator('tbody tr').first()).toBeFocused();
  await rowOf(page, top.title).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${PATH}/${top.id}`);
});

test('a category is dragged before another and into one, and Undo moves it back', async ({
  page,
  t,
  owner,
}) => {
  const { top, a, b, c } = await shelf(owner);
  await opened(page, t, top);
  const height = (await rowOf(page, a.title).boundingBox())?.height ?? 0;
  await rowOf(page, c.title).dragTo(rowOf(page, a.title), { targetPosition: { x: 200, y: 3 } });
  await expect.poll(() => below(owner, top.id)).toEqual([c.id, a.id, b.id]);
  await expect(rowOf(page, c.title)).toHaveAttribute('aria-posinset', '1');
  await rowOf(page, a.title).dragTo(rowOf(page, b.title), { targetPosition: { x: 200, y: height / 2 } });
  await expect.poll(() => below(owner, b.id)).toEqual([a.id]);
  await expect(rowOf(page, a.title)).toHaveAttribute('aria-level', '3');
  const said = t('category:move.done', { name: isolated(a.title), parent: isolated(b.title) });
  await expect(toast(page, t, said)).toBeVisible();
  await page
    .getByRole('listitem')
    .filter({ hasText: said })
    .getByRole('button', { name: t('kit:undo.undo') })
    .click();
  await expect.poll(() => below(owner, top.id)).toEqual([c.id, a.id, b.id]);
});

test('the category menu offers every move that dragging offers', async ({ page, t, owner }) => {
  const { top, a, b, c } = await shelf(owner);
  await opened(page, t, top);
  await menu(page, t, b.title, 'category:move.up');
  await expect.poll(() => below(owner, top.id)).toEqual([b.id, a.id, c.id]);
  await expect(rowOf(page, b.title)).toHaveAttribute('aria-posinset', '1');
  await menu(page, t, a.title, 'category:move.into');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill(c.title);
  await page.getByRole('option', { name: c.title }).click();
  await dialog.getByRole('button', { name: t('category:move.confirm') }).click();
  await expect.poll(() => below(owner, c.id)).toEqual([a.id]);
  // the menu is that of the row as it is drawn, and only a nested one moves out
  await expect(rowOf(page, a.title)).toHaveAttribute('aria-level', '3');
  await menu(page, t, a.title, 'category:move.out');
  await expect.poll(() => below(owner, top.id)).toEqual([b.id, c.id, a.id]);
});

test('a category with subcategories or products is not deleted, and the refusal says how many', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  trouble.allow(409);
  const { top, a } = await shelf(owner);
  await page.goto(PATH);
  await menu(page, t, top.title, 'kit:action.delete');
  await expect(toast(page, t, t('failures:category.in_use', { count: 3 }))).toBeVisible();
  await page.getByRole('searchbox').fill(a.title);
  await expect(rowOf(page, a.title)).toBeVisible();
});

test('a category with an Arabic name only is readable in every language and found as untranslated', async ({
  page,
  t,
  lang,
  owner,
}) => {
  const title = unique('بهارات ');
  await owner.category.save({ titles: { ar: title } });
  await page.goto(PATH);
  await expect(rowOf(page, title)).toContainText(t('kit:missing.de'));
  await page.getByRole('button', { name: t('kit:filter.label'), exact: true }).click();
  await page.getByPlaceholder(t('kit:filter.find')).fill(t('kit:missing.de'));
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox').fill(title);
  await expect(page).toHaveURL(/missing_translation=de.*keywords=/);
  await expect(rowOf(page, title)).toBeVisible();
  await expect(async () => {
    // the search results replace the tree, possibly while the link is being clicked, so the click is repeated
    await page.getByRole('link', { name: title }).click({ timeout: 3_000 });
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  // after the German text was entered, the category is no longer listed as untranslated
  await page
    .getByRole('button', { name: t('kit:localized.de') })
    .first()
    .click();
  await page.getByRole('textbox', { name: t('fields:titles') }).fill(`Gewürze ${lang}`);
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(anyToast(page, t, 'kit:saved', 'name')).toBeVisible();
  await expect(page.getByText(t('kit:gap.no_match'), { exact: true })).toBeVisible();
});
