import * as z from 'zod';

/** What a row of stock says of its item. */
export const itemFacts = {
  product_id: z.number().int(),
  item_id: z.number().int(),
  title: z.string(),
  barcode: z.string().nullable(),
};
