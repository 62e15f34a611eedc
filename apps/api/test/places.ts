import { api } from '@dukkan/contract';
import { type Person, unique } from './actors.ts';
import type { TestApp } from './app.ts';

/** A closed square of `side` degrees, its corner south-west. */
export const square = (west: number, south: number, side: number): [number, number][] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

/** The same as GeoJSON. */
export const squareOf = (west: number, south: number, side: number) => ({
  type: 'Polygon',
  coordinates: [square(west, south, side)],
});

type Fields = Record<string, unknown>;

/** Makes places through the API, each of its own name. */
export function places(app: TestApp, admin: Person) {
  let drawn = 0;
  const save = (input: Fields, token = admin.token) => app.call(api.location.save, input, { token });
  const make = async (type: number, parent_id: number | null, more: Fields = {}): Promise<number> => {
    const name = `Place ${unique()}`;
    const reply = await save({ type, parent_id, names: { en: name }, ...more });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.results.id;
  };
  return {
    save,
    country: (more: Fields = {}) => make(-2, null, more),
    state: (parent_id: number, more: Fields = {}) => make(-1, parent_id, more),
    city: (parent_id: number, more: Fields = {}) => make(1, parent_id, more),
    area: (parent_id: number, more: Fields = {}) => make(0, parent_id, more),
    /** Drawn far from all others, if no drawing is given. */
    zone: (parent_id: number | null, more: Fields = {}) => {
      drawn += 1;
      const polygons = squareOf(-170 + (drawn % 1_000) * 0.02, -60, 0.01);
      return make(2, parent_id, { polygons, ...more });
    },
    /** A country with a state and a city in it. */
    town: async (more: { state?: Fields; city?: Fields } = {}) => {
      const country_id = await make(-2, null);
      const state_id = await make(-1, country_id, more.state);
      const city_id = await make(1, state_id, more.city);
      return { country_id, state_id, city_id };
    },
    assign: (branch_id: number, ids: readonly number[], token = admin.token) =>
      app.call(api.location.assign, { ids }, { token, headers: { 'branch-id': String(branch_id) } }),
    quote: (input: Fields, token?: string) => app.call(api.location.quote, input, token ? { token } : {}),
  };
}
