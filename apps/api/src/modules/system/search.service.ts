import { toLatinDigits } from '@dukkan/commerce';
import { api, getNounFacts, type Noun } from '@dukkan/contract';
import type * as z from 'zod';
import { getPermissions, hasPermission } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import type { Page } from '../../core/list/page.ts';
import { listBranches } from '../branch/index.ts';
import { listBrands, listCategories, listExtras, listProducts } from '../catalog/index.ts';
import { listAccounts, listRoles } from '../identity/index.ts';
import { listOrders } from '../ordering/index.ts';
import { findPriceLists, listDiscounts, listOffers } from '../pricing/index.ts';
import { listSuppliers } from '../purchasing/index.ts';

type Hit = z.output<typeof api.system.search.output>[number];

/** Maximum number of hits per noun. */
const EACH = 8;
const LONG_ENOUGH = 3;

const byName = { limit: EACH, sort_by: 'name', sort_as: 'asc' } as const;

type SearchInput = { readonly keywords: string } | { readonly id: number } | { readonly barcode: string };

const byTitle = { ...byName, sort_by: 'title' } as const;

async function findProducts(ctx: Ctx, search: SearchInput): Promise<Hit[]> {
  const page = await listProducts(ctx, api.product.list.input.parse({ ...search, limit: EACH }));
  return toHits('product', page, (row) => ({
    title: row.title,
    subtitle: [row.barcode, row.brand_name ?? row.category_title].filter(Boolean).join(' · '),
  }));
}

/** The search of each noun uses its own list, so that its permissions, scope and spelling rules apply. */
const look: readonly { noun: Noun; find: (ctx: Ctx, asked: SearchInput) => Promise<Hit[]> }[] = [
  {
    noun: 'account',
    find: async (ctx, search) => {
      const page = await listAccounts(ctx, api.account.list.input.parse({ ...search, ...byName }));
      return toHits('account', page, (row) => ({
        title: row.name,
        subtitle: [row.role_title, row.phone ?? row.email].filter(Boolean).join(' · '),
      }));
    },
  },
  { noun: 'product', find: findProducts },
  {
    noun: 'order',
    find: async (ctx, search) => {
      // one or two letters occur in the names of half of all customers
      if ('keywords' in search && search.keywords.trim().length < LONG_ENOUGH) return [];
      const page = await listOrders(ctx, api.order.list.input.parse({ ...search, limit: EACH }));
      const activePage = { ...page, rows: page.rows.map((row) => ({ ...row, status: 1 })) };
      return toHits('order', activePage, (row) => ({
        title: `#${row.id}`,
        subtitle: [row.client_name, row.status_title].filter(Boolean).join(' · '),
      }));
    },
  },
  {
    noun: 'supplier',
    find: async (ctx, search) => {
      const page = await listSuppliers(ctx, api.supplier.list.input.parse({ ...search, ...byName }));
      return toHits('supplier', page, (row) => ({ title: row.name, subtitle: row.phone ?? '' }));
    },
  },
  {
    noun: 'category',
    find: async (ctx, search) => {
      const page = await listCategories(ctx, api.category.list.input.parse({ ...search, ...byTitle }));
      return toHits('category', page, (row) => ({ title: row.title, subtitle: row.path }));
    },
  },
  {
    noun: 'brand',
    find: async (ctx, search) => {
      const page = await listBrands(ctx, api.brand.list.input.parse({ ...search, ...byName }));
      return toHits('brand', page, (row) => ({ title: row.name, subtitle: '' }));
    },
  },
  {
    noun: 'extra',
    find: async (ctx, search) => {
      const page = await listExtras(ctx, api.extra.list.input.parse({ ...search, ...byTitle }));
      return toHits('extra', page, (row) => ({ title: row.title, subtitle: '' }));
    },
  },
  {
    noun: 'price-list',
    find: async (ctx, search) => {
      const page = await findPriceLists(ctx, api.priceList.list.input.parse({ ...search, ...byTitle }));
      return toHits('price-list', page, (row) => ({ title: row.title, subtitle: '' }));
    },
  },
  {
    noun: 'offer',
    find: async (ctx, search) => {
      const page = await listOffers(ctx, api.offer.list.input.parse({ ...search, ...byTitle }));
      return toHits('offer', page, (row) => ({ title: row.title, subtitle: row.info.code ?? '' }));
    },
  },
  {
    noun: 'discount',
    find: async (ctx, search) => {
      const page = await listDiscounts(ctx, api.discount.list.input.parse({ ...search, ...byTitle }));
      return toHits('discount', page, (row) => ({ title: row.title, subtitle: row.product_title ?? '' }));
    },
  },
  {
    noun: 'branch',
    find: async (ctx, search) => {
      const page = await listBranches(ctx, api.branch.list.input.parse({ ...search, ...byName }));
      return toHits('branch', page, (row) => ({
        title: row.name,
        subtitle: [row.no, row.city_name].filter(Boolean).join(' · '),
      }));
    },
  },
  {
    noun: 'role',
    find: async (ctx, search) => {
      const page = await listRoles(ctx, api.role.list.input.parse({ ...search, ...byTitle }));
      return toHits('role', page, (row) => ({ title: row.title, subtitle: '' }));
    },
  },
];

function toHits<R extends { id: number; status: number }>(
  noun: Noun,
  { rows }: Page<R>,
  words: (row: R) => { title: string; subtitle: string },
): Hit[] {
  return rows.map((row) => ({ noun, id: row.id, status: row.status, ...words(row) }));
}

/** Parses the id in '12' or '#12', also in Arabic digits; null for other texts. */
function idIn(keywords: string): number | null {
  const idMatch = /^#?([1-9]\d{0,8})$/.exec(toLatinDigits(keywords).trim());
  return idMatch ? Number(idMatch[1]) : null;
}

const maySee = (ctx: Ctx, noun: Noun): boolean => {
  const { permission } = getNounFacts(noun);
  return permission !== null && hasPermission(getPermissions(ctx), permission);
};

/** Finds the product with exactly this scanned barcode. */
async function findScannedProduct(ctx: Ctx, keywords: string): Promise<Hit[]> {
  const barcode = api.product.list.input.shape.barcode.safeParse(keywords);
  if (!barcode.success || barcode.data === undefined || !maySee(ctx, 'product')) return [];
  return findProducts(ctx, { barcode: barcode.data });
}

/**
 * Searches records for the command palette, at most eight per noun: a barcode finds its product first, a number finds
 * the record with this id first, then names, phones and e-mails as in their lists. Nouns that the caller may not view
 * are skipped.
 */
export async function searchEverything(ctx: Ctx, input: { keywords?: string | undefined }): Promise<Hit[]> {
  const keywords = input.keywords ?? '';
  if (keywords.trim() === '') return [];
  const id = idIn(keywords);
  const first = await findScannedProduct(ctx, keywords);
  const allHits: Hit[] = [...first];
  // a plain number is most often an order number
  const nouns =
    id === null ? look : look.toSorted((a, b) => Number(b.noun === 'order') - Number(a.noun === 'order'));
  for (const { noun, find } of nouns) {
    if (!maySee(ctx, noun)) continue;
    const byId = id === null ? [] : await find(ctx, { id });
    const byWords = await find(ctx, { keywords: keywords.replace(/^#/, '') });
    const all = [...byId, ...byWords.filter((hit) => hit.id !== id)];
    const isShown = (hit: Hit) => first.some((one) => one.noun === hit.noun && one.id === hit.id);
    allHits.push(...all.filter((hit) => !isShown(hit)).slice(0, EACH));
  }
  return allHits;
}
