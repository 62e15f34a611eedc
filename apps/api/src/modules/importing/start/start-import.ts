import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { countZipPictures, detectTableFormat } from '../../../core/spreadsheet/open.ts';
import {
  CAN_CANCEL,
  FIELDS,
  hasIdentifyingColumn,
  type ImportKind,
  type ImportRecord,
  type ImportState,
  type Mapping,
  OPEN,
  type Show,
} from '../import.view.ts';
import { show } from '../list-imports.ts';
import { lockImport, storeUpload } from '../stored-import.ts';
import { checkImportPermissions, checkKindVisible, resolveImportTarget } from './check-target.ts';

type ProductInput = z.output<typeof api.productImport.start.input>;
type PriceInput = z.output<typeof api.productImport.startPrices.input>;
type CustomerInput = z.output<typeof api.productImport.startCustomers.input>;

/** The input of both endpoints in common names. */
type Wish = {
  readonly start_row: number | undefined;
  readonly sheet: string | undefined;
  readonly dry_run: boolean;
  readonly mapping: Mapping | undefined;
  readonly mode: Show['mode'] | undefined;
  readonly receive: boolean | undefined;
  readonly free: boolean | undefined;
  readonly branch_id: number | undefined;
  readonly price_list_id: number | null | undefined;
};

/** Returns a mapping with every field of the kind, null without a column. */
function wholeMapping(kind: ImportKind, mapping: Mapping): Mapping {
  return Object.fromEntries(FIELDS[kind].map((field) => [field, mapping[field] ?? null]));
}

/** Resolves columns given by letter or header text. @throws import.column_missing */
export function resolveColumnMapping(mapping: Mapping, columns: Show['columns']): Mapping {
  const keyOf = (said: string): string => {
    const wanted = said.trim().toLowerCase();
    const found =
      columns.find(({ header }) => header !== null && header.trim().toLowerCase() === wanted) ??
      columns.find(({ key }) => key.toLowerCase() === wanted);
    return found?.key ?? fail('import.column_missing', { column: said }, 'mapping');
  };
  return Object.fromEntries(
    Object.entries(mapping).map(([field, said]) => [field, said === null ? null : keyOf(said)]),
  );
}

/** @throws import.mapping_missing, import.phone_column_missing when no column identifies the records */
function checkTellsRecords(kind: ImportKind, mapping: Mapping): void {
  if (hasIdentifyingColumn(kind, mapping)) return;
  fail(kind === 'customer' ? 'import.phone_column_missing' : 'import.mapping_missing', undefined, 'mapping');
}

const namesColumn = (mapping: Mapping): boolean => Object.keys(mapping).length > 0;
const hasPlace = ({ sheet, start_row }: Omit<Wish, 'mapping'>): boolean =>
  sheet !== undefined || start_row !== undefined;

/**
 * Creates an import from a new upload: its first bytes and ZIP directory are checked at once, the rest is read in the
 * background.
 */
async function createImportFromUpload(
  ctx: Ctx,
  kind: ImportKind,
  { mapping: said, ...wish }: Wish,
): Promise<Show> {
  const mapping = said && !namesColumn(said) && hasPlace(wish) ? undefined : said;
  const file = ctx.uploads?.file ?? fail('import.file_missing', undefined, 'file');
  const pictures = ctx.uploads?.images ?? null;
  const format = await detectTableFormat(file.path, file.name);
  const images_count = pictures ? await countZipPictures(pictures.path) : 0;
  if (mapping) checkTellsRecords(kind, mapping);
  const target = await resolveImportTarget(ctx, {
    receive: wish.receive ?? false,
    branch_id: wish.branch_id ?? null,
    price_list_id: wish.price_list_id ?? null,
  });
  const stored = await storeUpload(ctx, file, format);
  const images = pictures ? await storeUpload(ctx, pictures, 'zip') : null;
  return ctx.tx(async (ctx) => {
    const { id } = await ctx.db.product_import.create({
      data: {
        kind,
        format,
        images,
        images_count,
        file: stored,
        file_name: file.name,
        images_name: pictures?.name ?? null,
        bytes: file.bytes + (pictures?.bytes ?? 0),
        account_id: getActorId(ctx),
        locale: ctx.locale,
        ip: ctx.ip || null,
        sheet: wish.sheet ?? null,
        start_row: wish.start_row ?? null,
        mapping: mapping ? wholeMapping(kind, mapping) : {},
        free: wish.free ?? false,
        mode: wish.mode ?? (kind === 'price' ? 'update' : 'both'),
        ...target,
        next: mapping ? (wish.dry_run ? 'checking' : 'waiting') : null,
        created_at: ctx.now,
      },
      select: { id: true },
    });
    await recordAudit(ctx, {
      noun: 'product-import',
      id,
      action: 'create',
      before: null,
      after: { kind, file_name: file.name, bytes: file.bytes, images_name: pictures?.name ?? null },
      version: 1,
    });
    return show(ctx, { id });
  });
}

/** Values at the start of a step: zero counts, no failure. */
export const AFRESH = {
  done_rows: 0,
  checkpoint: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  unpriced: 0,
  own_codes: 0,
  items: 0,
  pictures: 0,
  uncoded: 0,
  sums: [],
  arriving: 0,
  file_units: 0,
  arriving_units: 0,
  attempts: 0,
  categories: [],
  category_titles: [],
  brands: [],
} as const;

const sameName = (name: string, said: string): boolean => name.normalize('NFC').trim() === said.trim();

/** Returns the sheet's exact name, ignoring spaces around it. @throws import.sheet_missing */
export function requireSheetName(
  sheets: readonly { readonly name: string }[],
  requestedName: string,
): string {
  const found = sheets.find(({ name }) => sameName(name, requestedName));
  return found?.name ?? fail('import.sheet_missing', { sheet: requestedName }, 'sheet');
}

const isOther = (row: ImportRecord, { sheet, start_row }: Wish): boolean =>
  (sheet !== undefined && !sameName(row.sheet ?? '', sheet)) ||
  (start_row !== undefined && start_row !== row.start_row);

/** Continues an earlier upload: reads another sheet, checks or runs. */
async function goOn(ctx: Ctx, kind: ImportKind, id: number, wish: Wish): Promise<Show> {
  return ctx.tx(async (ctx) => {
    const row = await lockImport(ctx, id);
    if (row.kind !== kind) fail('record.missing');
    if (!OPEN.includes(row.state as ImportState)) fail('import.state', { state: row.state });
    if (row.file === null) fail('import.expired');
    // changing the target also needs the permissions for the previous one
    await checkImportPermissions(ctx, row);
    const target = await resolveImportTarget(ctx, {
      receive: wish.receive ?? row.receive,
      branch_id: wish.branch_id ?? row.branch_id,
      price_list_id: wish.price_list_id === undefined ? row.price_list_id : wish.price_list_id,
    });
    const follows = wish.dry_run ? 'checking' : 'waiting';
    const isReadAgain = isOther(row, wish);
    // a mapping without columns may only choose another sheet or row; guessed columns never start a run
    const isPlace = isReadAgain && wish.mapping && !namesColumn(wish.mapping);
    const said = wish.mapping && !isPlace ? wholeMapping(kind, wish.mapping) : undefined;
    const columns = row.columns as Show['columns'];
    const mapping =
      said && !isReadAgain ? resolveColumnMapping(said, columns) : (said ?? (row.mapping as Mapping));
    if (!isReadAgain || said) checkTellsRecords(kind, mapping);
    const sheet =
      wish.sheet === undefined ? undefined : requireSheetName(row.sheets as Show['sheets'], wish.sheet);
    const state: ImportState = isReadAgain ? 'reading' : follows;
    await ctx.db.product_import.update({
      where: { id },
      data: {
        ...AFRESH,
        state,
        mapping: isReadAgain && !said ? {} : mapping,
        next: isReadAgain && said ? follows : null,
        ...(sheet === undefined ? {} : { sheet }),
        // another sheet starts at another row
        ...(isReadAgain ? { start_row: wish.start_row ?? null } : {}),
        ...(wish.mode === undefined ? {} : { mode: wish.mode }),
        ...(wish.free === undefined ? {} : { free: wish.free }),
        ...target,
        run_by: getActorId(ctx),
        finished_at: null,
        version: { increment: 1 },
      },
    });
    await recordAudit(ctx, {
      noun: 'product-import',
      id,
      action: isReadAgain ? 'update' : wish.dry_run ? 'check' : 'run',
      before: { state: row.state },
      after: { state },
      version: row.version + 1,
    });
    return show(ctx, { id });
  });
}

type Said = Pick<ProductInput, 'start_row' | 'sheet'> & {
  readonly mapping?:
    | (Readonly<Record<string, unknown>> & Pick<ProductInput, 'start_row' | 'sheet'>)
    | undefined;
};

/** Reads the sheet and the first row from the mapping or, without one, from the request's own fields. */
function readTableStart({ mapping, ...beside }: Said): Pick<Wish, 'start_row' | 'sheet' | 'mapping'> {
  const { start_row = beside.start_row, sheet, ...said } = mapping ?? {};
  const { barcode, ...others } = said as Record<string, unknown>;
  // the first non-empty one of several columns counts
  const first =
    typeof barcode === 'object' && barcode !== null ? (barcode as { first: string[] }).first : null;
  const columns = first
    ? { ...others, barcode: first[0] ?? null, barcode_2: first[1] ?? null, barcode_3: first[2] ?? null }
    : said;
  return {
    start_row,
    sheet: sheet ?? beside.sheet ?? undefined,
    mapping: mapping && (columns as Mapping),
  };
}

/**
 * Starts or continues a product import; everything long runs in the background.
 * @throws import.* at once for a file that is no table, and for an action that the state does not allow
 */
export function startImport(ctx: Ctx, input: ProductInput): Promise<Show> {
  const wish: Wish = {
    ...readTableStart(input),
    dry_run: input.dry_run ?? false,
    mode: input.mode,
    receive: input.receive,
    free: input.free,
    branch_id: input.branch_id,
    price_list_id: null,
  };
  return input.id === undefined
    ? createImportFromUpload(ctx, 'product', wish)
    : goOn(ctx, 'product', input.id, wish);
}

/** Starts or continues an import of base prices or prices of a price list, by barcode. */
export function startOrContinuePriceImport(ctx: Ctx, input: PriceInput): Promise<Show> {
  const wish: Wish = {
    ...readTableStart({ ...input, start_row: input.start_row ?? input.start }),
    dry_run: input.dry_run ?? false,
    mode: undefined,
    receive: undefined,
    free: input.free,
    branch_id: undefined,
    price_list_id: input.price_list,
  };
  return input.id === undefined
    ? createImportFromUpload(ctx, 'price', wish)
    : goOn(ctx, 'price', input.id, wish);
}

/** Starts or continues an import of customers, who are found by phone number (docs/rules/imports.md#customers). */
export function startCustomerImport(ctx: Ctx, input: CustomerInput): Promise<Show> {
  const wish: Wish = {
    ...readTableStart(input),
    dry_run: input.dry_run ?? false,
    mode: input.mode,
    receive: undefined,
    free: undefined,
    branch_id: undefined,
    price_list_id: null,
  };
  return input.id === undefined
    ? createImportFromUpload(ctx, 'customer', wish)
    : goOn(ctx, 'customer', input.id, wish);
}

/**
 * Stops an import between two batches; written rows remain. A cancelled check returns to the mapping step.
 * @throws import.state; permission.denied, branch.forbidden without the permissions for what the import does
 */
export async function cancelImport(ctx: Ctx, { id }: { id: number }): Promise<Show> {
  return ctx.tx(async (ctx) => {
    const row = await lockImport(ctx, id);
    checkKindVisible(ctx, row.kind);
    const isCheck = row.state === 'checking';
    if (!CAN_CANCEL.includes(row.state as ImportState)) fail('import.state', { state: row.state });
    await checkImportPermissions(ctx, row);
    const state: ImportState = isCheck ? 'mapping' : 'cancelled';
    await ctx.db.product_import.update({
      where: { id },
      data: {
        state,
        next: null,
        ...(isCheck || row.state === 'checked' ? AFRESH : {}),
        finished_at: isCheck ? null : ctx.now,
        version: { increment: 1 },
      },
    });
    const change = { before: { state: row.state }, after: { state }, version: row.version + 1 };
    await recordAudit(ctx, { noun: 'product-import', id, action: 'cancel', ...change });
    return show(ctx, { id });
  });
}
