import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { clientAt } from '../client.ts';
import { type Shop, signEveryoneIn } from '../opening.ts';
import { scan } from '../scan.ts';
import { test as base, expect, toast, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated } from '../texts.ts';

const STACK = fileURLToPath(new URL('../../../../scripts/e2e-stack.mjs', import.meta.url));
/** The distance of its port from the port of the shop that all other tests share. */
const PORTS_APART = 700;

const untilReady = (stack: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    stack.stdout?.on('data', (part) => {
      said += String(part);
      if (said.includes('ready http')) resolve();
    });
    stack.once('exit', () => reject(new Error(`The shop did not start: ${said}`)));
  });

/** A separate shop in euros, because the currency applies to a whole shop and other tests use the shared one. */
const test = base.extend<Record<never, never>, { ownShop: Shop }>({
  ownShop: [
    async ({ browserName: _ }, use, worker) => {
      const port = String(Number(process.env.E2E_PORT) + PORTS_APART + worker.parallelIndex);
      const stack = spawn(process.execPath, [STACK], {
        env: { ...process.env, PORT: port },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await untilReady(stack);
      const url = `http://127.0.0.1:${port}`;
      await use({ url, logins: await signEveryoneIn(url), ids: {} } as unknown as Shop);
      stack.kill();
      await once(stack, 'exit');
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  shop: ({ ownShop }, use) => use(ownShop),
  baseURL: ({ ownShop }, use) => use(ownShop.url),
});

/** Creates a branch in Germany with a till that has no certificate yet. */
async function openGermanBranch(shop: Shop) {
  const owner = clientAt(shop.url, shop.logins.admin.token);
  await owner.setting.save({ Currency: 'EUR' });
  const [germany] = (await owner.location.list({ type: -2, keywords: 'Germany', limit: 1 })).results;
  const name = unique('Berlin ');
  const { results: branch } = await owner.branch.create({
    names: { ar: name, en: name, de: name },
    no: unique('B'),
    country_id: germany?.id ?? null,
    pos: [{ name: 'Kasse 1' }],
    settings: {
      tax: { value: 19, type: 'percent' },
      tax_mode: 'inclusive',
      timezone: 'Europe/Berlin',
    },
  });
  return { id: branch.id, name };
}

test("a German branch gets a certificate, sells at its till, and the receipt's code is verified", async ({
  t,
  owner,
  shop,
  hire,
  enter,
}) => {
  test.slow();
  const branch = await openGermanBranch(shop);
  const cheese = await stockedProduct(owner, branch.id, 20);

  // a certificate for the branch and its till
  const office = await enter(shop.logins.admin, '/taxs/certificates');
  const dialog = office.getByRole('dialog');
  await office.getByRole('button', { name: t('tss:set_up') }).click();
  await dialog.getByRole('combobox', { name: t('fields:branch_id') }).click();
  await office.getByRole('option', { name: branch.name }).click();
  await dialog.getByRole('combobox', { name: t('tss:till') }).click();
  await office.getByRole('option', { name: 'Kasse 1' }).click();
  await dialog.getByRole('button', { name: t('tss:set_up_action'), exact: true }).click();
  await expect(toast(office, t, t('tss:created', { branch: isolated(branch.name) }))).toBeVisible();
  await expect(office.getByText(t('tss:state.INITIALIZED'), { exact: true })).toBeVisible();
  await expect(office.getByText(/^POS-B/)).toBeVisible();
  await owner.branch.update({ id: branch.id, settings: { fiscal: 'soft' } });

  // a sale at the till
  const { permissions } = shop.logins.cashier;
  const seller = await hire({ permissions, global: false, branch_id: branch.id });
  const till = await enter(seller.login, '/sessions');
  const box = till.getByRole('dialog');
  await till.getByRole('button', { name: t('pos-session:this_till.set') }).click();
  await box.getByRole('button', { name: t('pos-session:this_till.do'), exact: true }).click();
  await till
    .getByRole('button', { name: t('pos-session:open.do') })
    .first()
    .click();
  await box.getByRole('textbox', { name: t('pos-session:term.start') }).fill('100');
  await till.keyboard.press('Enter');
  await expect(till).toHaveURL(/\/sessions\/\d+$/);
  await till.goto('/orders/new');
  await expect(till.getByText(t('order:counter.at'))).toBeVisible();
  await scan(till, cheese.barcode);
  await expect(till.locator('dl').filter({ hasText: t('order:make.sum.due') })).toContainText('9.00');
  await till.getByRole('textbox', { name: t('order:counter.tendered') }).fill('10');
  await till.keyboard.press('Control+Enter');
  await expect(box).toContainText('1.00');
  const order = Number(/\d+/.exec((await box.getByRole('heading').first().textContent()) ?? '')?.[0]);

  // the receipt has the code, and states that it is a test
  await office.goto(`/orders/order-invoice/${order}`);
  const paper = office.getByRole('article');
  await expect(paper.getByRole('img', { name: t('prints:fiscal_code') })).toBeVisible();
  await expect(paper).toContainText('nicht für steuerliche Zwecke');

  // the code is valid; with one digit changed it is not
  await office.goto('/taxs/certificates');
  await expect(office.getByText('Beleg^9.00_0.00_0.00_0.00_0.00^9.00:Bar')).toBeVisible();
  await office.getByRole('button', { name: t('tss:verify_transaction', { number: 1 }) }).click();
  const verdict = office.getByRole('status').filter({ hasText: t('fields:public_key') });
  await expect(verdict).toContainText(t('tss:valid'));
  const code = office.getByRole('textbox', { name: t('fields:qr') });
  await code.fill((await code.inputValue()).replace('9.00:Bar', '8.00:Bar'));
  await office.getByRole('button', { name: t('tss:verify_action'), exact: true }).click();
  await expect(verdict).toContainText(t('tss:invalid', { field: t('fields:signature_value') }));

  // disabling a certificate cannot be undone
  await office.getByRole('button', { name: t('tss:disable') }).click();
  const question = office.getByRole('alertdialog');
  await expect(question).toContainText(t('tss:disable_ask', { branch: isolated(branch.name) }));
  await question.getByRole('button', { name: t('tss:disable') }).click();
  await expect(toast(office, t, t('tss:disabled', { branch: isolated(branch.name) }))).toBeVisible();
  await expect(office.getByText(t('tss:state.DISABLED'), { exact: true })).toBeVisible();
  await expect(office.getByRole('button', { name: t('tss:disable') })).toHaveCount(0);
});
