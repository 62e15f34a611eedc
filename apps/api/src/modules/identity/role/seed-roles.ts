import type { Localized } from '@dukkan/commerce';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';

type Seed = {
  readonly key: string;
  readonly titles: Localized & { ar: string; en: string; de: string };
  readonly icon: string;
  readonly global: 0 | 1;
  readonly permissions: readonly string[];
};

/**
 * The roles of a new shop. A branch manager also has `driver` and `seller`, because nobody may grant
 * permissions, or manage accounts with permissions, that they lack. `offers` holds within their branches
 * (docs/rules/offers.md#whose-offers).
 */
export const SEEDED_ROLES = [
  {
    key: 'admin',
    titles: { ar: 'مدير النظام', en: 'Administrator', de: 'Administrator' },
    icon: 'shield',
    global: 1,
    permissions: ['admin'],
  },
  {
    key: 'branch_manager',
    titles: { ar: 'مدير فرع', en: 'Branch manager', de: 'Filialleitung' },
    icon: 'store',
    global: 0,
    permissions: [
      'driver',
      'seller',
      'users.driver',
      'users.seller',
      'branchs.view',
      'branchs.save',
      'orders',
      'sessions',
      'delivery.view',
      'payments.view',
      'pricelist.view',
      'products.view',
      'products.categories.view',
      'offers',
      'Addresses',
      'reciepts',
      'suppliers.view',
      'reports',
      'areas.view',
      'contactus',
    ],
  },
  {
    key: 'cashier',
    titles: { ar: 'كاشير', en: 'Cashier', de: 'Kasse' },
    icon: 'shopping-cart',
    global: 0,
    permissions: ['seller'],
  },
  {
    key: 'driver',
    titles: { ar: 'سائق', en: 'Driver', de: 'Fahrer' },
    icon: 'truck',
    global: 0,
    permissions: ['driver'],
  },
  {
    key: 'accountant',
    titles: { ar: 'محاسب', en: 'Accountant', de: 'Buchhaltung' },
    icon: 'calculator',
    global: 1,
    permissions: ['reports', 'payments', 'transactions'],
  },
  {
    key: 'catalogue_editor',
    titles: { ar: 'محرر المنتجات', en: 'Catalogue editor', de: 'Katalogpflege' },
    icon: 'book-open',
    global: 1,
    permissions: [
      'products',
      'products.categories',
      'products.extras',
      'products.brands',
      'offers',
      'banners',
    ],
  },
] as const satisfies readonly Seed[];

export type SeededRole = (typeof SEEDED_ROLES)[number]['key'];

/** Creates the missing seeded roles; deleted ones stay deleted. @returns ids by key */
export async function seedRoles(ctx: Ctx): Promise<ReadonlyMap<string, number>> {
  return ctx.tx(async (ctx) => {
    for (const seed of SEEDED_ROLES) {
      const existing = await ctx.db.role.findUnique({ where: { key: seed.key }, select: { id: true } });
      if (existing) continue;
      const data = { ...seed, permissions: [...seed.permissions] };
      const { id } = await ctx.db.role.create({
        data: { ...data, created_at: ctx.now, updated_at: ctx.now },
      });
      await recordAudit(ctx, { noun: 'role', id, action: 'create', before: null, after: data, version: 1 });
    }
    const rows = await ctx.db.role.findMany({
      where: { key: { not: null } },
      select: { id: true, key: true },
    });
    return new Map(rows.map(({ id, key }) => [key ?? '', id]));
  });
}
