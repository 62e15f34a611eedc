import { api } from '@dukkan/contract';
import { failField } from '../../core/fail-field.ts';
import { type Route, serve } from '../../http/serve.ts';
import { isReportPage, printReport } from './print-report.ts';
import { list, listPaymentsOrReport, runCashReport, runDriversReport } from './report.service.ts';
import { computeReportTiles } from './tiles.ts';

/** Adds a printed form to each report; the list of payments is a report only when grouped. */
const addPrintedReport: NonNullable<Route['print']> = (ctx, answer: object) =>
  isReportPage(answer)
    ? printReport(ctx, answer)
    : failField('format', 'one_of', { values: ['xlsx', 'csv'] });

const withPaper = (route: Route): Route =>
  route.endpoint.exports ? { ...route, print: addPrintedReport } : route;

/** Reports over the data of the other modules; no module imports this one. */
export const routes = [
  ...serve(api.report, {
    list,
    drivers: runDriversReport,
    cash: runCashReport,
    tiles: computeReportTiles,
  }).map(withPaper),
  ...serve({ list: api.orderPayment.list }, { list: listPaymentsOrReport }).map(withPaper),
];
