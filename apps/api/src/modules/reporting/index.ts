import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { list } from './report.service.ts';

/** Figures of all that the other modules keep; nobody imports this module. */
export const routes = serve({ list: api.report.list }, { list });
