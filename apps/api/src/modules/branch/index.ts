import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as branch from './branch.service.ts';

export { create as createBranch, list as listBranches } from './branch.service.ts';

export const routes = serve(api.branch, branch);
