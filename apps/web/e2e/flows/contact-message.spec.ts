import { clientAt } from '../client.ts';
import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

test("a visitor's message is read, answered, marked and deleted", async ({ page, t, shop }) => {
  const name = unique('Maryam ');
  const subject = unique('Opening hours ');
  await page.goto('/messages');
  await expect(page.getByRole('heading', { level: 1, name: t('contact-message:title') })).toBeVisible();
  // the list reloads because of the live event
  await clientAt(shop.url, null).contactMessage.send({
    name,
    email: 'maryam@mail.example',
    phone: '5512 3456',
    subject,
    message: 'Are you open on Friday?\n<b>Thank you</b>',
  });
  const row = page.getByRole('row', { name });
  await expect(row).toContainText(t('contact-message:unread'));

  await row.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  await expect(page.getByText('<b>Thank you</b>')).toBeVisible();
  await expect(page.getByRole('link', { name: t('contact-message:reply') })).toHaveAttribute(
    'href',
    `mailto:maryam@mail.example?subject=${encodeURIComponent(`Re: ${subject}`)}`,
  );
  await expect(page.getByRole('link', { name: t('contact-message:whatsapp'), exact: true })).toHaveAttribute(
    'href',
    'https://wa.me/97455123456',
  );
  await page
    .getByRole('link', { name: t('contact-message:title') })
    .last()
    .click();

  // opening the message marked it as read
  await page.getByRole('searchbox', { name: t('contact-message:search') }).fill(subject);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row).not.toContainText(t('contact-message:unread'));
  await page.getByRole('button', { name: t('kit:list.row_menu', { name }) }).click();
  await page.getByRole('menuitem', { name: t('contact-message:mark.unread') }).click();
  await expect(toast(page, t, t('contact-message:marked.unread', { count: 1, name }))).toBeVisible();
  await expect(row).toContainText(t('contact-message:unread'));

  await page.getByRole('checkbox', { name: t('kit:list.select_row', { name }) }).click();
  const bar = page.getByRole('region', { name: t('kit:bulk.bar') });
  await bar.getByRole('button', { name: t('kit:action.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('kit:action.delete') })
    .click();
  await expect(page.getByText(t('kit:gap.no_match'))).toBeVisible();
  await page
    .getByRole('listitem')
    .filter({ hasText: t('kit:undo.removed', { count: 1, name: isolated(name) }) })
    .getByRole('button', { name: t('kit:undo.undo') })
    .click();
  await expect(row).toBeVisible();
});
