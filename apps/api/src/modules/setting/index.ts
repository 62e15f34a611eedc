import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { publicSettings, save, show } from './setting.service.ts';

export { checkCurrencyScale } from './currency-scale.ts';

export { type Content, type PrintContent, toPrintDocument, toPrintedContent } from './letterhead.ts';
export {
  businessPhone,
  DEFAULTS,
  internationalPhone,
  readablePhone,
  type Settings,
  shopName,
} from './setting.rules.ts';
export { markDemo, markDemoSeeded, readSettings } from './setting.service.ts';

export const routes = serve(api.setting, { public: publicSettings, show, save });
