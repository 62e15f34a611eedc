/** A misjudged node that stays for now: calls whose name begins so, what PostgreSQL reads there, and why. */
export type KnownMisjudgement = {
  readonly call: string;
  readonly node: string;
  readonly why: string;
  /** Near the bar, so that the hour decides on which side of it the node lies. */
  readonly isNear?: true;
};

/** These may only become fewer. */
export const KNOWN: readonly KnownMisjudgement[] = [
  {
    call: '/admin/products · in_stock=',
    node: 'Index Only Scan product',
    why: 'all ids at once out of product_availability; that list is not left to the statistics (docs/adr/0006)',
  },
  {
    call: '/admin/products · unpriced=1',
    node: 'Merge Join',
    why: 'an item takes its price from its product: no statistics reach over two tables',
  },
  {
    call: '/admin/products/show/{id} · one',
    node: 'Index Only Scan order_line',
    why: 'the orders of a product that sells most are counted up to the limit of lists',
  },
  {
    call: '/admin/products/reports · report movement',
    node: 'Nested Loop',
    why: 'the value after a movement of the item that sells most: read by indexes, of which only the mean of a batch is known',
    isNear: true,
  },
  {
    call: '/admin/products/import/rows · result=',
    node: 'Scan product_import_row',
    why: 'the rows of one import have few results, and the plan is for any of them',
  },
  {
    call: '/admin/accounts · ',
    node: 'Seq Scan account',
    why: 'staff of a branch are found by their role’s permissions, of which there are no statistics beside a branch',
  },
  {
    call: '/admin/accounts · ',
    node: 'Hash Join',
    why: 'staff of a branch are found by their role’s permissions, of which there are no statistics beside a branch',
  },
  {
    call: '/admin/manager/accounts · ',
    node: 'Seq Scan account',
    why: 'staff of a branch are found by their role’s permissions, of which there are no statistics beside a branch',
  },
  {
    call: '/admin/products/reports · report inventory ',
    node: 'Seq Scan stock_level',
    why: 'every level is looked at for what has expired and not been marked yet, and for its categories',
  },
  {
    call: '/admin/products/reports · report movement ',
    node: 'Bitmap Heap Scan stock_movement',
    why: 'the batches of what sells most have forty times the movements of others',
  },
  {
    call: '/admin/pos/sessions/report · ',
    node: 'Nested Loop',
    why: 'the first tills of the generated shop are opened after its statistics were made',
  },
  {
    call: '/admin/pos/pack · ',
    node: 'Hash Join',
    why: 'who sells in a branch is found by the permissions of their roles, of which there are no statistics beside a branch',
  },
];
