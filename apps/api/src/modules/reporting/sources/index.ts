import type { ReportKey } from '@dukkan/contract';
import type { ReportSource } from '../engine/report-source.ts';
import { procurementSource } from './procurement.ts';

/** What the database knows of each report. */
export const SOURCES: Readonly<Record<ReportKey, ReportSource>> = {
  procurement: procurementSource,
} as never;
