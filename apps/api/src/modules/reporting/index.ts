import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { cash, drivers, list, payments } from './report.service.ts';
import { tiles } from './tiles.ts';

/** Figures of all that the other modules keep; nobody imports this module. */
export const routes = [
  ...serve(api.report, { list, drivers, cash, tiles }),
  ...serve({ list: api.orderPayment.list }, { list: payments }),
];
