import { api } from '@dukkan/contract';
import { type Person, unique } from './actors.ts';
import type { Reply, TestApp } from './app.ts';
import { patient } from './patient.ts';
import { makeShelf, type Shelf } from './stock.ts';

type Saved = Reply<typeof api.receipt.save>;

/** A supplier with a name of its own. */
export async function makeSupplier(app: TestApp, name = `Supplier ${unique()}`): Promise<number> {
  const row = await app.services.database.prisma.supplier.create({ data: { name }, select: { id: true } });
  return row.id;
}

/** A line of a shelf. */
export const lineOf = (shelf: Shelf, quantity = 10, cost_value = 5, more: object = {}) => ({
  item_id: shelf.item_id,
  branch_id: shelf.branch_id,
  quantity,
  cost_value,
  ...more,
});

/** What a test does with receipts, as one person. */
export function purchasing(app: TestApp, person: Person) {
  const options = { token: person.token };
  return {
    save: (input: object): Promise<Saved> => app.call(api.receipt.save, input, options),
    update: (input: object): Promise<Saved> => app.call(api.receipt.update, input, options),
    show: (id: number) => app.call(api.receipt.show, { id }, options),
    list: (input: object = {}) => app.call(api.receipt.list, input, options),
    remove: (id: number, more: object = {}) => app.call(api.receipt.remove, { id, ...more }, options),
    /** An accepted receipt of one line; the batch of V3.5 where nothing else is said. */
    async accepted(
      shelf?: Shelf,
      more: { quantity?: number; cost?: number; supplier_id?: number; line?: object; head?: object } = {},
    ) {
      const place = shelf ?? (await makeShelf(app));
      const supplier_id = more.supplier_id ?? (await makeSupplier(app));
      const items = [lineOf(place, more.quantity ?? 10, more.cost ?? 5, more.line)];
      const input = { supplier_id, items, status: 1, ...more.head };
      const reply = await patient(() => app.call(api.receipt.save, input, options));
      const [line] = reply.results.items;
      return {
        shelf: place,
        id: reply.results.id,
        line: line?.id ?? 0,
        batch: line?.batch_id ?? 0,
        supplier_id,
      };
    },
  };
}
