import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { save, show, showPublicSettings } from './setting.service.ts';

export { checkCurrencyScale } from './currency-scale.ts';

export {
  addLetterhead,
  type PrintBodyWithSettings,
  type PrintDocumentBody,
  toPrintedContent,
} from './letterhead.ts';
export {
  canBeSwitchedOff,
  checkMailTexts,
  getDefaultTexts,
  getEffectiveTexts,
  listTextSources,
  lockMailTemplate,
  type MailTemplate,
  readMailTemplate,
  readSwitchedOnMails,
} from './mail/mail-template.ts';
export { composeMail, queueMail } from './mail/queue-mail.ts';
export { hasPlaceholder, type MailValues } from './mail/render-mail.ts';
export {
  DEFAULTS,
  formatPhone,
  getShopDays,
  getShopName,
  parseInternationalPhone,
  requireBusinessPhone,
  type Settings,
} from './setting.rules.ts';
export { readSettings, readTheme, storeDemoBusiness, storeDemoProgress } from './setting.service.ts';

// `effect` is served by the module `ordering`, which computes prices
const { effect: _, ...own } = api.setting;

export const routes = serve(own, { public: showPublicSettings, show, save });
