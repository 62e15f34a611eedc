import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as banner from './banner.service.ts';
import { list, markMessagesRead, remove, restore, sendContactMessage } from './contact-message.service.ts';
import * as slider from './slider.service.ts';

export { canSeeContactMessage as seesMessage } from './contact-message.service.ts';

/** Website content, and messages from its visitors. */
export const routes = [
  ...serve(api.contactMessage, { send: sendContactMessage, list, read: markMessagesRead, remove, restore }),
  ...serve(api.slider, slider),
  ...serve(api.banner, banner),
];
