import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as banner from './banner.service.ts';
import { list, markMessagesRead, remove, restore, sendContactMessage } from './contact-message.service.ts';
import * as slider from './slider.service.ts';

export { save as saveBanner } from './banner.service.ts';
export { canSeeContactMessage as seesMessage } from './contact-message.service.ts';
export { save as saveSlider } from './slider.service.ts';

/** Website content, and messages from its visitors. */
export const routes = [
  ...serve(api.contactMessage, { send: sendContactMessage, list, read: markMessagesRead, remove, restore }),
  ...serve(api.slider, slider),
  ...serve(api.banner, banner),
];
