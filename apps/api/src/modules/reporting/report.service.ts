import type { api, ReportKey } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import type { ReportInput } from './engine/question.ts';
import { runReport } from './engine/run-report.ts';
import { SOURCES } from './sources/index.ts';

type List = z.output<typeof api.report.list.input>;

/** A report by its key. @throws request.invalid, reference.missing */
export const answerReport = (ctx: Ctx, key: ReportKey, input: ReportInput) =>
  runReport(ctx, SOURCES[key], key, input);

/** A report of what was sold, bought or is in stock. @throws request.invalid, reference.missing */
export const list = (ctx: Ctx, { type, ...input }: List) => answerReport(ctx, type, input);
