import { PLAIN_RECORDS } from '../records.ts';
import { getListPath } from '../screens.ts';
import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

type Saved = { results: { id: number; titles?: { en: string }; names?: { en: string } }[] };
const toNoun = (group: string): string => group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

for (const { group, role, body } of PLAIN_RECORDS) {
  test.describe(() => {
    test.use({ as: role });
    test(`a record of ${group} is created through its form, found and deleted`, async ({
      page,
      t,
      owner,
      trouble,
    }) => {
      // the form may read its deleted record once more before it closes
      trouble.allow(404);
      const noun = toNoun(group);
      const name = unique('Plain ');
      const list = owner[group as 'slider'].list as unknown as (input: object) => Promise<Saved>;
      const input = body({ ar: name, en: name }, unique('plain-').toLowerCase());
      await page.goto(getListPath(group));
      await page
        .getByRole('link', { name: t(`${noun}:add`) })
        .first()
        .click();
      for (const [field, value] of Object.entries(input))
        await page
          .getByRole('textbox', { name: t(`fields:${field}`) })
          .first()
          .fill(typeof value === 'object' ? value.en : String(value));
      await page.getByRole('button', { name: t('kit:form.save') }).click();
      await expect(toast(page, t, t('kit:created', { name: isolated(name) }))).toBeVisible();
      const [record] = (await list({ keywords: name, all_locale: 1 })).results;
      for (const [field, value] of Object.entries(input))
        expect(record).toHaveProperty(
          typeof value === 'object' ? `${field}.en` : field,
          typeof value === 'object' ? value.en : value,
        );

      const row = page.getByRole('row').filter({ hasText: name });
      await row.getByRole('link', { name }).click();
      await page.getByRole('button', { name: t('kit:action.delete') }).click();
      await expect.poll(async () => (await list({ keywords: name })).results).toEqual([]);
      await expect(row).toBeHidden();
    });
  });
}
