import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { list, read, remove, restore, send } from './contact-message.service.ts';
import * as slider from './slider.service.ts';

export { sees as seesMessage } from './contact-message.service.ts';

/** What the website shows and what its visitors write. */
export const routes = [
  ...serve(api.contactMessage, { send, list, read, remove, restore }),
  ...serve(api.slider, slider),
];
