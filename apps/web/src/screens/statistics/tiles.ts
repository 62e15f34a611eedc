import type { ReportTileRequest } from '../../shared/report/use-report-tiles.ts';

/** The twelve tiles in their default order. */
export const TILES: readonly (ReportTileRequest & { readonly group: string })[] = [
  { name: 'net', report: 'sales', column: 'net', form: 'spark', group: 'day' },
  { name: 'orders', report: 'sales', column: 'orders', form: 'spark', group: 'day' },
  { name: 'profit', report: 'sales', column: 'profit', form: 'number', group: 'day' },
  { name: 'hours', report: 'sales', column: 'orders', form: 'bars', group: 'hour' },
  { name: 'branches', report: 'sales', column: 'net', form: 'list', group: 'branch' },
  { name: 'channels', report: 'channels', column: 'net', form: 'list', group: 'source' },
  {
    name: 'products',
    report: 'movement',
    column: 'quantity',
    form: 'list',
    group: 'item',
    // sales are negative stock movements, so ascending order lists the best sellers first
    filters: { movement_type: 'sale' },
    sort_as: 'asc',
  },
  { name: 'payments', report: 'payments', column: 'amount', form: 'list', group: 'method' },
  { name: 'drivers', report: 'drivers', column: 'delivered', form: 'list', group: 'driver' },
  { name: 'driver_cash', report: 'drivers', column: 'outstanding', form: 'number', group: 'driver' },
  { name: 'stock', report: 'inventory', column: 'sale_value', form: 'number', group: 'item' },
  { name: 'expiring', report: 'expiry', column: 'remaining', form: 'number', group: 'batch' },
];
