import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { save, show, showPublicSettings } from './setting.service.ts';

export { checkCurrencyScale } from './currency-scale.ts';

export { type Content, type PrintContent, toPrintDocument, toPrintedContent } from './letterhead.ts';
export {
  DEFAULTS,
  formatPhone,
  getShopName,
  parseInternationalPhone,
  requireBusinessPhone,
  type Settings,
} from './setting.rules.ts';
export { markDemo, markDemoSeeded, readSettings } from './setting.service.ts';

export const routes = serve(api.setting, { public: showPublicSettings, show, save });
