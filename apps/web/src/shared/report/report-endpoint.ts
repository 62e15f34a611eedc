import type { ReportKey } from '@dukkan/contract';
import type { ListEndpoint } from '../../lib/list/list-url.ts';
import { api } from '../../lib/server/api.ts';

/** Returns the endpoint of a report; most reports share one. */
export function getReportEndpoint(key: ReportKey): ListEndpoint {
  const endpoints = {
    payments: api.orderPayment.list,
    drivers: api.report.drivers,
    pos_cash: api.report.cash,
  };
  return (Reflect.get(endpoints, key) ?? api.report.list) as ListEndpoint;
}
