import type { Client } from '@dukkan/contract';
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { clientAt, type Login } from './client.ts';
import { freshEan, unique } from './fresh.ts';
import { DEMO_PASSWORD, openedShop, type Role, type Shop } from './opening.ts';
import { type Lang, type Say, saysIn } from './texts.ts';
import { type Trouble, watchForTrouble } from './trouble.ts';

export { expect, freshEan, unique };

export type Person = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role_id: number | null;
  readonly login: Login;
  readonly api: Client;
};

export type Hire = {
  permissions?: readonly string[];
  global?: boolean;
  branch_id?: number;
  name?: string;
  /** The tour version that the account has seen; 0 shows the tour at the first sign-in. */
  tour?: number;
};

export type Options = { lang: Lang; as: Role | null; shop: Shop };

type Fixtures = {
  trouble: Trouble;
  /** The texts of the test's language. */
  t: Say;
  /** The API as the administrator, to prepare data. */
  owner: Client;
  /** Creates an account with its own role, for tests that would change a shared account. */
  hire: (facts?: Hire) => Promise<Person>;
  /** Opens a separate browser context, signed in or not. */
  enter: (login: Login | null, path?: string) => Promise<Page>;
};

export const stateOf = (url: string, login: Login | null) => ({
  cookies: [],
  origins: login
    ? [{ origin: url, localStorage: [{ name: 'dukkan.login', value: JSON.stringify(login) }] }]
    : [],
});

/** Returns the toast with this text. */
export const toast = (page: Page, t: Say, text: string): Locator =>
  page.getByRole('region', { name: t('common:toast.region') }).getByText(text, { exact: true });

/** A toast about a thing whose name the test does not know; `place` is where the name stands in the text. */
export const anyToast = (page: Page, t: Say, key: string, place: string): Locator => {
  const parts = t(key, { [place]: '\u0000' }).split('\u0000');
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+');
  return page.getByRole('region', { name: t('common:toast.region') }).getByText(new RegExp(`^${pattern}$`));
};

/** A browser context for several screens one after the other, so that the app is loaded and compiled only once. */
export type Room = { readonly context: BrowserContext; readonly page: Page; readonly trouble: Trouble };

/**
 * Defined here instead of in the test file, because tests with equal worker fixtures run in the order of their files.
 */
type OfWorker = { roomOf: (role: Role | null, storageState: State) => Promise<Room> };
type State = ReturnType<typeof stateOf>;

async function openRoom(
  browser: Browser,
  storageState: State,
  trouble: Trouble = watchForTrouble(),
): Promise<Room> {
  const context = await browser.newContext({ storageState });
  await trouble.watch(context);
  return { context, trouble, page: await context.newPage() };
}

export const test = base.extend<Options & Fixtures, OfWorker>({
  roomOf: [
    async ({ browser }, use) => {
      const rooms = new Map<Role | null, Room>();
      await use(async (role, storageState) => {
        const room = rooms.get(role) ?? (await openRoom(browser, storageState));
        rooms.set(role, room);
        return room;
      });
      for (const { context } of rooms.values()) await context.close();
    },
    { scope: 'worker' },
  ],

  lang: ['en', { option: true }],
  as: ['admin', { option: true }],
  locale: ({ lang }, use) => use(lang),
  shop: [openedShop(), { option: true }],
  storageState: ({ as, shop }, use) => use(stateOf(shop.url, as && shop.logins[as])),
  t: ({ lang }, use) => use(saysIn(lang)),
  owner: ({ shop }, use) => use(clientAt(shop.url, shop.logins.admin.token)),

  trouble: [
    async ({ context }, use) => {
      const trouble = watchForTrouble();
      await trouble.watch(context);
      await use(trouble);
      expect(trouble.found(), 'what went wrong while nobody looked').toEqual([]);
    },
    { auto: true },
  ],

  hire: ({ owner, shop }, use) =>
    use(async ({ permissions, global = true, branch_id, name = unique('Noor '), tour = 1 } = {}) => {
      const email = `${unique('staff-')}@e2e.example`;
      const role_id = permissions
        ? (
            await owner.role.save({
              titles: { ar: `دور ${name}`, en: `Role ${name}`, de: `Rolle ${name}` },
              permissions: [...permissions],
              global: global ? 1 : 0,
            })
          ).results.id
        : null;
      const { results: account } = await owner.account.save({
        name,
        email,
        password: DEMO_PASSWORD,
        role_id,
        info: { branch_id: branch_id ?? null },
      });
      // the initial password must be changed first
      const first = await clientAt(shop.url, null).auth.signIn({ email, password: DEMO_PASSWORD });
      const password = 'Souq#4321';
      const api = clientAt(shop.url, first.results.token);
      const { results: me } = await api.auth.updateProfile({
        current_password: DEMO_PASSWORD,
        password,
        password_confirmation: password,
        tour_version: tour,
      });
      const login = { token: first.results.token, permissions: me.permissions };
      return { id: account.id, name, email, password, role_id, login, api };
    }),

  enter: async ({ browser, shop, trouble }, use) => {
    const opened: { close(): Promise<void> }[] = [];
    await use(async (login, path = '/') => {
      const { context, page } = await openRoom(browser, stateOf(shop.url, login), trouble);
      opened.push(context);
      await page.goto(path);
      return page;
    });
    for (const context of opened) await context.close();
  },
});
