import type { Client } from '@dukkan/contract';
import type { Locator, Page } from '@playwright/test';
import { unique } from './fresh.ts';
import type { Say } from './texts.ts';
import { isolated } from './texts.ts';

/** A place of the demo business: degrees, WGS 84. */
type Point = { readonly lat: number; readonly lng: number };

/** In a zone that the first branch of the demo business serves. */
export const WEST_BAY: Point = { lat: 25.3302, lng: 51.5322 };
/** In a zone that another branch serves alone. */
export const AL_SADD: Point = { lat: 25.2822, lng: 51.4983 };

/** A phone number of the demo business' country that nobody has yet, as it is said. */
export const freshPhone = (): string => `55${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`;

/** A customer with an address near the first branch. */
export async function customerAt(owner: Client, point: Point) {
  const phone = freshPhone();
  const name = unique('Regular ');
  const { results: account } = await owner.account.save({ name, phone: `+974${phone}` });
  const info = { area_no: '63', street: unique('Street '), home_no: '44' };
  const { results: address } = await owner.address.save({ user_id: account.id, info, ...point });
  return { id: account.id, name, phone, address_id: address.id };
}

const ZOOM = 14;
const TILE = 256;

/** Where a point lies on the whole map, in pixels (Web Mercator). */
function pixelOf({ lat, lng }: Point): { x: number; y: number } {
  const size = TILE * 2 ** ZOOM;
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { x: ((lng + 180) / 360) * size, y: y * size };
}

/** Where a map with this middle has to be clicked for a point. */
export async function spotOn(map: Locator, middle: Point, point: Point): Promise<{ x: number; y: number }> {
  const box = await map.boundingBox();
  if (!box) throw new Error('There is no map.');
  const [from, to] = [pixelOf(middle), pixelOf(point)];
  return { x: box.width / 2 + to.x - from.x, y: box.height / 2 + to.y - from.y };
}

/** The controls of the page on which an order is taken down. */
export const makingOn = (page: Page, t: Say) => ({
  client: page.getByRole('combobox', { name: t('order:make.client.find') }),
  finder: page.getByRole('combobox', { name: t('order:make.find') }),
  quantityOf: (title: string) =>
    page.getByRole('textbox', { name: t('order:make.quantity_of', { title: isolated(title) }) }),
  price: page.locator('dl').filter({ hasText: t('order:make.sum.due') }),
  /** The number of the order that was placed. */
  placed: async () => {
    await page.waitForURL(/\/orders\/\d+/);
    return Number(/\/orders\/(\d+)/.exec(page.url())?.[1]);
  },
});
