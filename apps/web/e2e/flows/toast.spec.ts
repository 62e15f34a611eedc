import type { Locator, Page } from '@playwright/test';
import { expect, test, unique } from '../shop.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/** Returns the texts of those visible elements that a toast stands over. */
async function listHidden(card: Locator, elements: Locator): Promise<string[]> {
  const over = await card.boundingBox();
  if (!over) throw new Error('The toast has no place on the page.');
  const hidden: string[] = [];
  for (const element of await elements.all()) {
    const box = await element.boundingBox();
    if (!box) continue;
    const isApart =
      box.x + box.width <= over.x ||
      over.x + over.width <= box.x ||
      box.y + box.height <= over.y ||
      over.y + over.height <= box.y;
    if (!isApart) hidden.push((await element.textContent()) ?? '');
  }
  return hidden;
}

/** What is pressed next: the menu, the bar above the page, the head of the page, and the bar of its form. */
const listNeeded = (page: Page): Locator[] => [
  page.locator('aside a, aside button'),
  page.locator('header a, header button'),
  page.locator('main section.sticky button'),
];

for (const size of SIZES)
  test(`a toast hides neither the menu nor the buttons of a form, ${size.width} px wide`, async ({
    t,
    hire,
    enter,
  }) => {
    const person = await hire({ permissions: ['users'], name: unique('Toast ') });
    const page = await enter(person.login, '/profile');
    await page.setViewportSize(size);
    const name = page.getByRole('textbox', { name: t('fields:name'), exact: true });
    await name.fill(`${person.name} 2`);
    await page.getByRole('button', { name: t('kit:form.save'), exact: true }).click();
    const card = page
      .getByRole('region', { name: t('common:toast.region') })
      .getByRole('listitem')
      .first();
    await expect(card).toBeVisible();
    // a next change brings the bar of the form while the toast is there
    await name.fill(`${person.name} 3`);
    await expect(page.getByRole('button', { name: t('kit:form.save'), exact: true })).toBeVisible();
    await card.hover();
    for (const needed of listNeeded(page)) expect(await listHidden(card, needed)).toEqual([]);
  });
