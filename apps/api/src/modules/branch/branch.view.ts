import { type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { passes, permissionsOf } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import type { Prisma } from '../../core/db.ts';
import { pictureUrl } from '../../core/pictures.ts';
import { readSettings } from '../setting/index.ts';

type Row = z.output<typeof api.branch.list.output>;
type Show = z.output<typeof api.branch.show.output>;
export type Device = Show['pos'][number];
export type Printer = Show['printers'][number];
/** What the settings column holds: whatever was chosen; the rest is default. */
export type StoredSettings = Partial<Omit<Show['settings'], 'timezone'>> & {
  readonly timezone?: string | null;
};

/** Who is alive among managers and staff: the deleted stay in history only. */
const live = { deleted_at: null } as const;

export const rowSelect = {
  id: true,
  no: true,
  names: true,
  addresses: true,
  phones: true,
  warehouse: true,
  status: true,
  logo: true,
  settings: true,
  version: true,
  pos: true,
  city: { select: { names: true } },
  managers: {
    select: { account: { select: { id: true, name: true } } },
    where: { account: live },
    orderBy: { account_id: 'asc' },
  },
  _count: { select: { staff: { where: live } } },
} as const satisfies Prisma.branchSelect;

export const showSelect = {
  ...rowSelect,
  printers: true,
  country_id: true,
  state_id: true,
  city_id: true,
  area_id: true,
  created_at: true,
  updated_at: true,
} as const satisfies Prisma.branchSelect;

export type BranchRow = Prisma.branchGetPayload<{ select: typeof rowSelect }>;
export type BranchRecord = Prisma.branchGetPayload<{ select: typeof showSelect }>;

/** A stored text in all languages, '' where nothing is written. */
export const texts = (stored: unknown): { ar: string; en: string; de: string } => {
  const { ar, en, de } = (stored ?? {}) as Localized;
  return { ar: ar ?? '', en: en ?? '', de: de ?? '' };
};

function actionsOf(ctx: Ctx): Row['actions'] {
  const may = (action: 'save' | 'delete') => passes(permissionsOf(ctx), { resource: 'branchs', action });
  return (['save', 'delete'] as const).filter(may);
}

/** What is told of a branch only where it is asked for. */
type Beside = { readonly all_locale?: boolean | undefined; readonly load?: string | undefined };

/** One row of the list; `names` only where all languages were asked for (decisions 0.1). */
export function rowView(ctx: Ctx, row: BranchRow, { all_locale, load }: Beside = {}): Row {
  return {
    id: row.id,
    no: row.no,
    name: resolveText(texts(row.names), ctx.locale),
    ...(all_locale ? { names: texts(row.names) } : {}),
    address: resolveText(texts(row.addresses), ctx.locale),
    phones: row.phones,
    managers: row.managers.map(({ account }) => account),
    city_name: row.city ? resolveText(texts(row.city.names), ctx.locale) : null,
    warehouse: row.warehouse,
    type: (row.settings as StoredSettings).type ?? 'delivery',
    status: row.status,
    logo_url: pictureUrl(row.logo),
    staff_count: row._count.staff,
    version: row.version,
    actions: actionsOf(ctx),
    ...(load?.split(/[\s,]+/).includes('pos') ? { pos: row.pos as Device[] } : {}),
  };
}

/** A branch's settings with their defaults; the time zone of the shop holds where none was chosen. */
function settingsView(stored: StoredSettings, timezone: string): Show['settings'] {
  return {
    fullfillment: stored.fullfillment ?? 1,
    type: stored.type ?? 'delivery',
    refund_force_auth: stored.refund_force_auth ?? true,
    product_check_availability: stored.product_check_availability ?? true,
    coordinates: stored.coordinates ?? null,
    tax: { value: stored.tax?.value ?? 0, type: 'percent' },
    tax_mode: stored.tax_mode ?? null,
    fiscal: 'none',
    timezone: stored.timezone ?? timezone,
  };
}

/** A branch in full. */
export async function showView(ctx: Ctx, row: BranchRecord): Promise<Show> {
  const { settings } = await readSettings(ctx);
  return {
    ...rowView(ctx, row),
    names: texts(row.names),
    addresses: texts(row.addresses),
    managers_ids: row.managers.map(({ account }) => account.id),
    pos: row.pos as Device[],
    printers: row.printers as Printer[],
    country_id: row.country_id,
    state_id: row.state_id,
    city_id: row.city_id,
    area_id: row.area_id,
    settings: settingsView(row.settings as StoredSettings, settings.timezone),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** What the audit log compares: the stored fields, flat. */
export const auditView = (row: BranchRecord): Record<string, unknown> => {
  const { managers, _count, city, created_at, updated_at, ...stored } = row;
  return { ...stored, managers_ids: managers.map(({ account }) => account.id) };
};
