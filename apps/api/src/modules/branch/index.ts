import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { list } from './branch.list.ts';
import * as branch from './branch.service.ts';

export { list as listBranches } from './branch.list.ts';
export { create as createBranch } from './branch.service.ts';
export { BRANCH_TIME_ZONE_SQL, businessDaySql } from './business-day.ts';

export const routes = serve(api.branch, { ...branch, list });
