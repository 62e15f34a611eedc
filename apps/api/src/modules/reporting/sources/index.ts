import type { ReportKey } from '@dukkan/contract';
import type { ReportSource } from '../engine/report-source.ts';
import { posCashSource } from './cash.ts';
import { driversSource, paymentsSource } from './money.ts';
import { movementSource } from './movement.ts';
import { procurementSource } from './procurement.ts';
import { channelsSource, salesSource } from './sales.ts';
import { expirySource, inventorySource, stockTakingSource } from './stock.ts';

/** The SQL source of each report. */
export const REPORT_SOURCES: Readonly<Record<ReportKey, ReportSource>> = {
  sales: salesSource,
  channels: channelsSource,
  procurement: procurementSource,
  inventory: inventorySource,
  movement: movementSource,
  expiry: expirySource,
  stock_taking: stockTakingSource,
  payments: paymentsSource,
  drivers: driversSource,
  pos_cash: posCashSource,
};
