import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import type { Prisma } from '../../core/db/database.ts';
import { tables } from '../../core/db/tables.ts';
import { pictureUrl } from '../../core/file/pictures.ts';
import { allowedActions, toTexts } from '../../core/list/localized-columns.ts';
import type { Tables } from '../../generated/tables.ts';
import { readSettings } from '../setting/index.ts';

type Row = z.output<typeof api.branch.list.output>;
type Show = z.output<typeof api.branch.show.output>;
export type PosDevice = Show['pos'][number];
export type BranchPrinter = Show['printers'][number];
/** The stored settings of a branch: only values that were set; all others are defaults. */
export type StoredBranchSettings = Partial<Omit<Show['settings'], 'timezone'>> & {
  readonly timezone?: string | null;
};

/** Excludes deleted managers and staff, who remain in history only. */
const live = { deleted_at: null } as const;

const rowSelect = {
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
  pos_devices: {
    select: { id: true, name: true, status: true, last_seen: true },
    where: live,
    orderBy: [{ ord: 'asc' }, { id: 'asc' }],
  },
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
  printers: {
    select: { id: true, name: true, host: true, port: true, profile: true, roles: true },
    orderBy: [{ ord: 'asc' }, { id: 'asc' }],
  },
  country_id: true,
  state_id: true,
  city_id: true,
  area_id: true,
  created_at: true,
  updated_at: true,
} as const satisfies Prisma.branchSelect;

export type BranchRecord = Prisma.branchGetPayload<{ select: typeof showSelect }>;

/** Reads branches `b` with the columns of a list row, in the shape of `rowSelect`. */
export const readBranches = tables.selectFrom('branch as b').select(({ selectFrom }) => [
  'b.id',
  'b.no',
  'b.names',
  'b.addresses',
  'b.phones',
  'b.warehouse',
  'b.status',
  'b.logo',
  'b.settings',
  'b.version',
  jsonArrayFrom(
    selectFrom('pos_device as d')
      .select(['d.id', 'd.name', 'd.status', 'd.last_seen'])
      .whereRef('d.branch_id', '=', 'b.id')
      .where('d.deleted_at', 'is', null)
      .orderBy('d.ord')
      .orderBy('d.id'),
  ).as('pos_devices'),
  jsonObjectFrom(selectFrom('location as c').select('c.names').whereRef('c.id', '=', 'b.city_id')).as('city'),
  jsonArrayFrom(
    selectFrom('branch_manager as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select(({ ref }) => jsonBuildObject({ id: ref('a.id'), name: ref('a.name') }).as('account'))
      .whereRef('m.branch_id', '=', 'b.id')
      .where('a.deleted_at', 'is', null)
      .orderBy('a.id'),
  ).as('managers'),
  jsonBuildObject({
    staff: selectFrom('account as a')
      .select(sql<number>`count(*)`.as('count'))
      .whereRef('a.branch_id', '=', 'b.id')
      .where('a.deleted_at', 'is', null)
      .$asScalar()
      .$notNull(),
  }).as('_count'),
]);

export type BranchQuery = typeof readBranches;

/** Reads the active methods of branches `b`, in the order of their own lists; disabled ones are left out. */
export const readBranchesWithMethods = (query: BranchQuery) =>
  query.select(({ selectFrom }) =>
    jsonBuildObject({
      payments: jsonArrayFrom(
        selectFrom('branch_payment as x')
          .innerJoin('payment_method as m', 'm.id', 'x.payment_id')
          .select(['m.id', 'm.code', 'm.titles', 'm.image', 'm.status', 'm.master'])
          .select(({ ref }) => ref('m.type').$castTo<PaymentType>().as('type'))
          .whereRef('x.branch_id', '=', 'b.id')
          .where('m.deleted_at', 'is', null)
          .where('m.status', '=', 1)
          .orderBy('m.ord')
          .orderBy('m.id'),
      ),
      deliveries: jsonArrayFrom(
        selectFrom('branch_delivery as x')
          .innerJoin('delivery_method as m', 'm.id', 'x.delivery_id')
          .select(['m.id', 'm.code', 'm.titles', 'm.image', 'm.status', 'm.inhouse'])
          .whereRef('x.branch_id', '=', 'b.id')
          .where('m.deleted_at', 'is', null)
          .where('m.status', '=', 1)
          .orderBy('m.ord')
          .orderBy('m.id'),
      ),
    }).as('methods'),
  );

/** Reads the pictures of branches `b` that customers see, in order. */
export const readBranchesWithAlbum = (query: BranchQuery) =>
  query.select(({ selectFrom }) =>
    jsonArrayFrom(
      selectFrom('branch_album_image as i')
        .select(['i.id', 'i.names', 'i.descriptions', 'i.ord', 'i.file'])
        .whereRef('i.branch_id', '=', 'b.id')
        .where('i.status', '=', 1)
        .orderBy('i.ord')
        .orderBy('i.id'),
    ).as('album'),
  );

type PaymentType = NonNullable<Row['methods']>['payments'][number]['type'];

type Device = Pick<Selectable<Tables['pos_device']>, 'id' | 'name' | 'status'> & {
  readonly last_seen: Date | string | null;
};

type WithDevices = { readonly pos_devices: readonly Device[] };

/** A branch of a list, with the parts that were requested. */
type BranchRow = Omit<InferResult<BranchQuery>[number], 'pos_devices'> &
  WithDevices &
  Partial<
    Pick<InferResult<ReturnType<typeof readBranchesWithMethods>>[number], 'methods'> &
      Pick<InferResult<ReturnType<typeof readBranchesWithAlbum>>[number], 'album'>
  >;

/** Options for the optional parts of a branch. */
type Beside = { readonly all_locale?: boolean | undefined; readonly load?: string | undefined };

/**
 * True when a part is requested: `load` lists parts, separated by comma or space; unknown ones are ignored.
 */
export const isPartRequested = ({ load }: Beside, part: 'pos' | 'album' | 'methods'): boolean =>
  load?.split(/[\s,]+/).includes(part) ?? false;

/** Converts a method of a branch, as in the method's own list. */
const toMethodView = <M extends { titles: unknown; image: string | null }>(
  ctx: Ctx,
  { titles, image, ...rest }: M,
  { all_locale }: Beside,
) => ({
  ...rest,
  title: resolveText(toTexts(titles), ctx.locale),
  ...(all_locale ? { titles: toTexts(titles) } : {}),
  image_url: pictureUrl(image),
});

/** Converts the tills of a branch for the response. */
export const toPosDevices = ({ pos_devices }: WithDevices): PosDevice[] =>
  pos_devices.map((device) => ({
    ...device,
    last_seen: device.last_seen === null ? null : new Date(device.last_seen).toISOString(),
  }));

/** Returns the optional parts that `load` names. */
const toRequestedParts = (
  ctx: Ctx,
  row: BranchRow,
  extras: Beside,
): Pick<Row, 'pos' | 'album' | 'methods'> => ({
  ...(isPartRequested(extras, 'pos') ? { pos: toPosDevices(row) } : {}),
  ...(row.album
    ? {
        album: row.album.map(({ file, names, descriptions, ...image }) => ({
          ...image,
          names: toTexts(names),
          descriptions: toTexts(descriptions),
          file_url: pictureUrl(file) ?? '',
        })),
      }
    : {}),
  ...(row.methods
    ? {
        methods: {
          payments: row.methods.payments.map((one) => toMethodView(ctx, one, extras)),
          deliveries: row.methods.deliveries.map((one) => toMethodView(ctx, one, extras)),
        },
      }
    : {}),
});

/** Converts a branch to a list row; texts of all languages only when requested. */
export function rowView(ctx: Ctx, row: BranchRow, extras: Beside = {}): Row {
  return {
    id: row.id,
    no: row.no,
    name: resolveText(toTexts(row.names), ctx.locale),
    ...(extras.all_locale ? { names: toTexts(row.names), addresses: toTexts(row.addresses) } : {}),
    address: resolveText(toTexts(row.addresses), ctx.locale),
    phones: row.phones,
    managers: row.managers.map(({ account }) => account),
    city_name: row.city ? resolveText(toTexts(row.city.names), ctx.locale) : null,
    warehouse: row.warehouse,
    type: (row.settings as StoredBranchSettings).type ?? 'delivery',
    status: row.status,
    logo_url: pictureUrl(row.logo),
    staff_count: row._count.staff,
    version: row.version,
    actions: allowedActions(ctx, 'branchs'),
    ...toRequestedParts(ctx, row, extras),
  };
}

/** Returns a branch's settings with defaults; without its own time zone it uses the shop's. */
function settingsView(stored: StoredBranchSettings, timezone: string): Show['settings'] {
  return {
    fullfillment: stored.fullfillment ?? 1,
    type: stored.type ?? 'delivery',
    refund_force_auth: stored.refund_force_auth ?? true,
    product_check_availability: stored.product_check_availability ?? true,
    coordinates: stored.coordinates ?? null,
    tax: { value: stored.tax?.value ?? 0, type: 'percent' },
    tax_mode: stored.tax_mode ?? null,
    fiscal: stored.fiscal ?? 'none',
    timezone: stored.timezone ?? timezone,
  };
}

/** Converts a branch to the full response. */
export async function showView(ctx: Ctx, row: BranchRecord): Promise<Show> {
  const { settings } = await readSettings(ctx);
  return {
    ...rowView(ctx, row),
    names: toTexts(row.names),
    addresses: toTexts(row.addresses),
    managers_ids: row.managers.map(({ account }) => account.id),
    pos: toPosDevices(row),
    printers: row.printers,
    country_id: row.country_id,
    state_id: row.state_id,
    city_id: row.city_id,
    area_id: row.area_id,
    settings: settingsView(row.settings as StoredBranchSettings, settings.timezone),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The fields that the audit log compares, without nesting. */
export const auditView = (row: BranchRecord): Record<string, unknown> => {
  const { managers, _count, city, created_at, updated_at, pos_devices, ...stored } = row;
  return { ...stored, pos: toPosDevices(row), managers_ids: managers.map(({ account }) => account.id) };
};
