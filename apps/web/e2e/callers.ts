import type { Client } from '@dukkan/contract';
import type { Locator, Page } from '@playwright/test';
import { unique } from './fresh.ts';
import type { Say } from './texts.ts';
import { isolated } from './texts.ts';

/** A position in the demo business's city: degrees, WGS 84. */
type Point = { readonly lat: number; readonly lng: number };

/** In a zone served by the first branch of the demo business. */
export const WEST_BAY: Point = { lat: 25.3302, lng: 51.5322 };
/** In a zone served only by another branch. */
export const LUSAIL: Point = { lat: 25.42, lng: 51.5 };

/** Returns an unused phone number of the demo business's country, without the country code. */
export const freshPhone = (): string => `55${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`;

/** Creates a customer with an address at a position. */
export async function customerAt(owner: Client, point: Point) {
  const phone = freshPhone();
  const name = unique('Regular ');
  const { results: account } = await owner.account.save({ name, phone: `+974${phone}` });
  const info = { area_no: '63', street: unique('Street '), home_no: '44' };
  const { results: address } = await owner.address.save({ user_id: account.id, info, ...point });
  return { id: account.id, name, phone, address_id: address.id };
}

/** Creates an area with a delivery fee of 7. */
export async function areaOf(owner: Client) {
  const { results } = await owner.location.list({ type: 1, limit: 1 });
  const name = unique('Quarter ');
  const { results: area } = await owner.location.save({
    type: 0,
    parent_id: results[0]?.id ?? null,
    names: { ar: name, en: name, de: name },
    delivery_charge: 7,
    min_order: 0,
    free_after_amount: 0,
    delivery_minutes: 35,
  });
  return { id: area.id, name };
}

const TILE = 256;

/** Returns the position on the map of the whole world, in pixels (Web Mercator). */
function pixelOf({ lat, lng }: Point, zoom: number): { x: number; y: number } {
  const size = TILE * 2 ** zoom;
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { x: ((lng + 180) / 360) * size, y: y * size };
}

/** Returns where to click on a map with this centre and zoom to hit a position. */
export async function spotOn(map: Locator, middle: Point, zoom: number, point: Point) {
  const box = await map.boundingBox();
  if (!box) throw new Error('There is no map.');
  const [from, to] = [pixelOf(middle, zoom), pixelOf(point, zoom)];
  return { x: box.width / 2 + to.x - from.x, y: box.height / 2 + to.y - from.y };
}

/** Returns the controls of the page for a new order. */
export const makingOn = (page: Page, t: Say) => ({
  client: page.getByRole('combobox', { name: t('order:make.client.find') }),
  finder: page.getByRole('combobox', { name: t('order:make.find') }),
  quantityOf: (title: string) =>
    page.getByRole('textbox', { name: t('order:make.quantity_of', { title: isolated(title) }) }),
  price: page.locator('dl').filter({ hasText: t('order:make.sum.due') }),
  /** Returns the number of the order after it was placed. */
  placed: async () => {
    await page.waitForURL(/\/orders\/\d+/);
    return Number(/\/orders\/(\d+)/.exec(page.url())?.[1]);
  },
});
