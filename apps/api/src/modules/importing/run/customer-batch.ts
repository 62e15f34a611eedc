import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { runStatement, tables } from '../../../core/db/tables.ts';
import {
  findEmailOwners,
  type ImportedCustomer,
  insertCustomers,
  loadCustomersByPhone,
  updateCustomers,
} from '../../identity/index.ts';
import { splitCells } from '../file/cell-text.ts';
import type { ParsedCustomerRow } from '../file/parse-customer.ts';
import type { ImportFieldChange, ImportRecord, ImportRowError, Mapping } from '../import.view.ts';
import type { ImportedPlace, ImportPorts } from '../ports.ts';
import type { RowUndo, UndoFields } from '../row-undo.ts';
import { lockImport, publishImportChanged } from '../stored-import.ts';
import { BatchConflict } from './batch-conflict.ts';
import { countOutcomes } from './count-outcomes.ts';

/** The result of a row of a customer list. */
type CustomerOutcome = {
  readonly read: ParsedCustomerRow;
  readonly result: 'created' | 'updated' | 'unchanged' | 'refused';
  readonly reasons: readonly ImportRowError[];
  readonly notices: readonly ImportRowError[];
  readonly customer: ImportedCustomer | null;
  readonly name: string;
  readonly email: string | null;
  /** The address to add; null when the row has none or the customer already has it. */
  readonly place: ImportedPlace | null;
  readonly changes: readonly ImportFieldChange[];
};

type CustomerRun = { readonly row: ImportRecord; readonly dry: boolean; readonly ports: ImportPorts };

/** The customers and addresses that the rows of a batch are compared with. */
type Standing = {
  readonly byPhone: ReadonlyMap<string, ImportedCustomer>;
  readonly emailOwners: ReadonlyMap<string, number>;
  readonly fits: ReadonlyMap<ParsedCustomerRow, 'new' | 'same' | 'full'>;
  readonly max: number;
};

const toPlace = ({ wanted: { place } }: ParsedCustomerRow): ImportedPlace | null =>
  place ? { ...place, area_id: null, lat: null, lng: null } : null;

async function loadStanding(
  ctx: Ctx,
  { dry, ports }: CustomerRun,
  rows: readonly ParsedCustomerRow[],
): Promise<Standing> {
  const taken = rows.filter(({ reasons }) => reasons.length === 0);
  const customers = await loadCustomersByPhone(
    ctx,
    taken.flatMap(({ phone }) => phone ?? []),
    !dry,
  );
  const byPhone = new Map(customers.map((one) => [one.phone ?? '', one]));
  const placed = taken.flatMap((read) => {
    const place = toPlace(read);
    return place ? [{ read, place, user_id: byPhone.get(read.phone ?? '')?.id ?? null }] : [];
  });
  const fits = await ports.addresses.findFits(ctx, placed);
  return {
    byPhone,
    emailOwners: await findEmailOwners(
      ctx,
      taken.flatMap(({ wanted }) => wanted.email ?? []),
    ),
    fits: new Map(placed.map(({ read }, at) => [read, fits[at] ?? 'new'])),
    max: ports.addresses.max,
  };
}

/** Decides the result of one row (docs/rules/imports.md#customers). */
function decideCustomer(
  { mode, mapping }: Pick<ImportRecord, 'mode' | 'mapping'>,
  read: ParsedCustomerRow,
  { byPhone, emailOwners, fits, max }: Standing,
): CustomerOutcome {
  const columns = mapping as Mapping;
  const because = (field: string, code: string, params: ImportRowError['params'] = {}): ImportRowError => ({
    field,
    column: columns[field] ?? null,
    code,
    params,
  });
  const { wanted } = read;
  const account = byPhone.get(read.phone ?? '') ?? null;
  // a staff account's data is never shown to the person who imports customers
  const customer = account?.isStaff ? null : account;
  const name = wanted.name ?? customer?.name ?? '';
  const refuse = (...reasons: ImportRowError[]): CustomerOutcome => ({
    ...{ read, result: 'refused', reasons, notices: [], customer },
    ...{ name, email: null, place: null, changes: [] },
  });
  if (read.reasons.length > 0) return refuse(...read.reasons);
  if (account?.isStaff) return refuse(because('phone', 'import.row_phone_staff'));
  if (customer && mode === 'create')
    return refuse(because('phone', 'import.row_customer_exists', { name: customer.name }));
  if (!customer && mode === 'update') return refuse(because('phone', 'import.row_customer_unknown'));
  if (!customer && name === '') return refuse(because('name', 'import.row_customer_nameless'));
  const notices = [...read.notices];
  const { email = null } = wanted;
  const owner = email === null ? undefined : emailOwners.get(email);
  const isTaken = owner !== undefined && owner !== customer?.id;
  const isConfirmed = customer?.email_verified_at != null && email !== null && email !== customer.email;
  if (isTaken) notices.push(because('email', 'import.row_email_taken', { value: email ?? '' }));
  else if (isConfirmed) notices.push(because('email', 'import.row_email_confirmed', { value: email ?? '' }));
  if (customer?.status === 0) notices.push(because('phone', 'import.row_customer_disabled'));
  if (fits.get(read) === 'full') notices.push(because('street', 'import.row_addresses_full', { max }));
  const nextEmail = email === null || isTaken || isConfirmed ? (customer?.email ?? null) : email;
  const place = fits.get(read) === 'new' ? toPlace(read) : null;
  const change = (field: string, from: string | null, to: string | null): ImportFieldChange[] =>
    from === to ? [] : [{ field, from, to }];
  const changes = [
    ...change('name', customer?.name ?? null, name),
    ...change('email', customer?.email ?? null, nextEmail),
    ...(['area_no', 'street', 'home_no'] as const).flatMap((field) =>
      change(field, null, place?.[field] ?? null),
    ),
  ];
  const result = !customer ? 'created' : changes.length > 0 ? 'updated' : 'unchanged';
  return { read, result, reasons: [], notices, customer, name, email: nextEmail, place, changes };
}

/** A result with the values that the stored row keeps for its undo. */
type CustomerWritten = CustomerOutcome & {
  readonly account_id: number | null;
  readonly version: number | null;
  readonly before: RowUndo | null;
};

/** Writes the results of a batch. @throws BatchConflict when a phone number or e-mail was taken meanwhile */
async function writeCustomers(
  ctx: Ctx,
  ports: ImportPorts,
  outcomes: readonly CustomerOutcome[],
): Promise<CustomerWritten[]> {
  const created = outcomes.filter(({ result }) => result === 'created');
  const made = await insertCustomers(
    ctx,
    created.map(({ read, name, email }) => ({ name, email, phone: read.phone ?? '' })),
  );
  if (made.size < created.length) throw new BatchConflict();
  await updateCustomers(
    ctx,
    outcomes.flatMap(({ result, customer, name, email }) =>
      result === 'updated' && customer && (name !== customer.name || email !== customer.email)
        ? [{ before: customer, name, email }]
        : [],
    ),
  );
  const idOf = ({ customer, read }: CustomerOutcome) => customer?.id ?? made.get(read.phone ?? '') ?? null;
  const isWritten = ({ result }: CustomerOutcome) => result === 'created' || result === 'updated';
  const placed = outcomes.flatMap((one) => {
    const account_id = idOf(one);
    return isWritten(one) && one.place && account_id !== null ? [[account_id, one.place] as const] : [];
  });
  const addresses = await ports.addresses.add(ctx, new Map(placed));
  return outcomes.map((outcome) => {
    const { customer, name, email, place } = outcome;
    const account_id = idOf(outcome);
    if (account_id === null || !isWritten(outcome))
      return { ...outcome, account_id, version: null, before: null };
    const address_id = place ? addresses.get(account_id) : undefined;
    const fields: UndoFields = {
      ...(customer && customer.name !== name ? { name: { from: customer.name, to: name } } : {}),
      ...(customer && customer.email !== email ? { email: { from: customer.email, to: email } } : {}),
    };
    const version = customer ? customer.version + (Object.keys(fields).length > 0 ? 1 : 0) : 1;
    const before = { fields, ...(address_id ? { address_id } : {}) };
    return { ...outcome, account_id, version, before };
  });
}

/** Stores the results of a batch; one list as JSON takes far less of the processor than a value for each field. */
async function insertRows(ctx: Ctx, import_id: number, written: readonly CustomerWritten[]): Promise<void> {
  const rows = written.map(({ read, result, customer, changes, reasons, notices, ...one }) => ({
    row: read.row,
    result,
    title: read.title ?? customer?.name ?? null,
    phone: read.phone,
    account_id: one.account_id,
    version: one.version,
    reasons,
    notices,
    changes,
    before: one.before,
    cells: result === 'refused' ? splitCells(read.cells) : null,
  }));
  const columns = [
    ...(['row', 'result', 'title', 'phone', 'account_id', 'version'] as const),
    ...(['reasons', 'notices', 'changes', 'before', 'cells'] as const),
  ] as const;
  await runStatement(
    ctx,
    tables
      .insertInto('product_import_row')
      .columns(['import_id', ...columns])
      .expression(
        sql`SELECT ${import_id}::int, r.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            AS r("row" int, result text, title text, phone text, account_id int, version int,
                 reasons jsonb, notices jsonb, changes jsonb, before jsonb, cells jsonb)`,
      ),
  );
}

/**
 * Writes one batch of customers and its checkpoint in one transaction.
 * @returns the import with its new checkpoint; null when it was cancelled meanwhile
 */
export async function writeCustomerBatch(
  ctx: Ctx,
  run: CustomerRun,
  rows: readonly ParsedCustomerRow[],
): Promise<ImportRecord | null> {
  return ctx.tx(async (ctx) => {
    const row = await lockImport(ctx, run.row.id);
    // another process has continued this import
    if (row.state !== run.row.state || row.checkpoint !== run.row.checkpoint) return null;
    const standing = await loadStanding(ctx, run, rows);
    const outcomes = rows.map((read) => decideCustomer(row, read, standing));
    const written = run.dry
      ? outcomes.map((one) => ({ ...one, account_id: one.customer?.id ?? null, version: null, before: null }))
      : await writeCustomers(ctx, run.ports, outcomes);
    await insertRows(ctx, row.id, written);
    const data = countOutcomes(row, outcomes);
    const { checkpoint, version } = data;
    // the people and places of the record were read when it was locked
    await ctx.db.product_import.update({ where: { id: row.id }, data, select: { id: true } });
    await publishImportChanged(ctx, row.id, version);
    return { ...row, checkpoint, version };
  });
}
