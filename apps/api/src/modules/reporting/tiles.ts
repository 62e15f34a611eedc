import { type api, REPORTS, type ReportDefinition, type Tile } from '@dukkan/contract';
import { sql } from 'kysely';
import * as z from 'zod';
import { getPermissions, hasPermission } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { runStatement } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { MAX_ROWS } from '../../core/list/page.ts';
import { getColumnLabel } from './engine/columns.ts';
import { isGroupOfPeriods } from './engine/group-range.ts';
import { pickUrlFilters } from './engine/openings.ts';
import type { ReportInput } from './engine/question.ts';
import type { ReportPage } from './engine/run-report.ts';
import { runReportByKey } from './report.service.ts';

type Input = z.output<typeof api.report.tiles.input>;
type TileInput = Input['tiles'][number];

const LIST_ROWS = 5;
/** The most points of groups that are no periods; of periods there are at most the days of a year in each currency. */
const MOST_POINTS = 366;

const toNumberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Builds the report query of a tile; the screen that the tile opens runs the same query. */
function toInput(
  { report, filters = {}, form, group, column, sort_as, by, limit }: TileInput,
  common: object,
): ReportInput {
  const mostRows = isGroupOfPeriods(group ?? REPORTS[report].groups[0]) ? MAX_ROWS : MOST_POINTS;
  const query = { ...common, ...filters, ...(group === undefined ? {} : { group }) };
  const isList = form === 'list';
  return {
    ...query,
    page: 1,
    limit: isList ? (limit ?? LIST_ROWS) : form === 'number' ? 1 : mostRows,
    ...(isList ? { sort_by: column, sort_as: sort_as ?? ('desc' as const), by_change: by === 'change' } : {}),
    ...(form === 'spark' || form === 'bars' ? { sort_by: 'key', sort_as: 'asc' as const } : {}),
  };
}

function toTile(ctx: Ctx, tileInput: TileInput, { rows, meta }: ReportPage, common: object): Tile {
  const { report, column, form, group } = tileInput;
  const definition: ReportDefinition = REPORTS[report];
  const compared = (currency: string) =>
    meta.compare_totals_by_currency.find((total) => total.currency === currency)?.[column];
  return {
    report,
    column,
    form,
    label: getColumnLabel(report, column, ctx),
    unit: definition.columns[column]?.unit ?? 'integer',
    value: toNumberOrNull(meta.totals[column]),
    compare_value: toNumberOrNull(meta.compare_totals?.[column]),
    from_date: meta.from_date,
    to_date: meta.to_date,
    currency: meta.totals.currency,
    values_by_currency: meta.totals_by_currency.map((total) => ({
      currency: total.currency,
      value: toNumberOrNull(total[column]),
      compare_value: toNumberOrNull(compared(total.currency)),
    })),
    points:
      form === 'number'
        ? []
        : rows
            .filter(({ currency }) => currency === meta.totals.currency)
            .map((row) => ({
              key: row.key,
              title: row.title,
              value: toNumberOrNull(row[column]),
              compare_value: toNumberOrNull(row.compare?.[column]),
            })),
    opens: {
      path: definition.path,
      filters: pickUrlFilters({ ...common, ...tileInput.filters, ...(group === undefined ? {} : { group }) }),
    },
  };
}

/** Adds the tile to the field path of an error. */
async function atTile<T>(place: number, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new z.ZodError(error.issues.map((issue) => ({ ...issue, path: ['tiles', place, ...issue.path] })));
  }
}

/** The reports that the tiles of one request have read, by their question: tiles of several columns read one. */
type ReportPages = Map<string, ReportPage>;

async function readReport(
  ctx: Ctx,
  { report }: TileInput,
  input: ReportInput,
  pages: ReportPages,
): Promise<ReportPage> {
  const question = JSON.stringify([report, input]);
  const page = pages.get(question) ?? (await runReportByKey(ctx, report, input));
  pages.set(question, page);
  return page;
}

/** Computes one tile; null when the caller may not see its report or column. @throws request.invalid */
async function readTile(
  ctx: Ctx,
  tileInput: TileInput,
  common: object,
  pages: ReportPages,
): Promise<Tile | null> {
  const definition: ReportDefinition = REPORTS[tileInput.report];
  if (!hasPermission(getPermissions(ctx), definition.permission)) return null;
  if (!Object.hasOwn(definition.columns, tileInput.column))
    failField('column', 'one_of', { values: Object.keys(definition.columns) });
  const page = await readReport(ctx, tileInput, toInput(tileInput, common), pages);
  if (!page.meta.columns.some(({ key }) => key === tileInput.column)) return null;
  return toTile(ctx, tileInput, page, common);
}

/**
 * Computes tiles from reports in the requested order, in one transaction, so that all values are of the same moment.
 * Rule: docs/rules/reports.md#tiles
 * @throws request.invalid, reference.missing
 */
export const computeReportTiles = (
  ctx: Ctx,
  { tiles: tileInputs, locale: _, all_locale: __, ...common }: Input,
) =>
  ctx.tx(async (ctx) => {
    await runStatement(ctx, sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
    const answers: (Tile | null)[] = [];
    const pages: ReportPages = new Map();
    for (const [place, tile] of tileInputs.entries())
      answers.push(await atTile(place, () => readTile(ctx, tile, common, pages)));
    const first = answers.find((tile) => tile !== null);
    return { tiles: answers, as_of: ctx.now.toISOString(), currency: first?.currency ?? '' };
  });
