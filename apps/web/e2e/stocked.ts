import type { Client } from '@dukkan/contract';
import { freshEan, unique } from './fresh.ts';

export type Stocked = {
  readonly title: string;
  readonly barcode: string;
  readonly item_id: number;
  readonly branch_id: number;
};

/** Creates a product, of which an accepted receipt brought this quantity into a branch. */
export async function stockedProduct(
  owner: Client,
  branch_id: number,
  quantity: number,
  more: { expire_date?: string } = {},
): Promise<Stocked> {
  const title = unique('Cheese ');
  const barcode = freshEan();
  const { results: made } = await owner.product.save({
    titles: { ar: title, en: title, de: title },
    pricing: { price: 9 },
    items: [{ barcode }],
  });
  const item_id = made.items[0]?.item_id ?? 0;
  const { results: supplier } = await owner.supplier.save({ name: unique('Dairy ') });
  const items = [{ item_id, branch_id, quantity, cost_value: 4, ...more }];
  await owner.receipt.save({ supplier_id: supplier.id, status: 1, items });
  return { title, barcode, item_id, branch_id };
}
