import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as brand from './brand.service.ts';
import * as extra from './extra.service.ts';
import * as taxType from './tax-type.service.ts';

export { list as listBrands } from './brand.service.ts';
export { list as listExtras } from './extra.service.ts';

export const routes = [
  ...serve(api.brand, brand),
  ...serve(api.taxType, taxType),
  ...serve(api.extra, extra),
];
