import { api } from '@dukkan/contract';
import { failField } from '../../core/fail-field.ts';
import { type Route, serve } from '../../http/serve.ts';
import { isReportPage, printReport } from './print-report.ts';
import { cash, list, listPaymentsOrReport, runDriversReport } from './report.service.ts';
import { computeReportTiles } from './tiles.ts';

/** The same answers on paper. The list of payments is a report where it is grouped. */
const printed: NonNullable<Route['print']> = (ctx, answer: object) =>
  isReportPage(answer)
    ? printReport(ctx, answer)
    : failField('format', 'one_of', { values: ['xlsx', 'csv'] });

const withPaper = (route: Route): Route => (route.endpoint.exports ? { ...route, print: printed } : route);

/** Figures of all that the other modules keep; nobody imports this module. */
export const routes = [
  ...serve(api.report, { list, drivers: runDriversReport, cash, tiles: computeReportTiles }).map(withPaper),
  ...serve({ list: api.orderPayment.list }, { list: listPaymentsOrReport }).map(withPaper),
];
