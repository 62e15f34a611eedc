import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as addressRead from './address.read.ts';
import * as addressSave from './address.save.ts';
import { assign } from './assign.ts';
import * as locationRead from './location.read.ts';
import * as locationSave from './location.save.ts';
import { check, shapes } from './map.ts';
import { quote } from './quote.ts';

export { addressOf, list as listAddresses, type OrderAddress } from './address.read.ts';
export { save as saveAddress } from './address.save.ts';
export { assign as assignZones } from './assign.ts';
export { list as listLocations } from './location.read.ts';
export { save as saveLocation } from './location.save.ts';
export { type Ask as QuoteAsk, type Quote, quoteFor } from './quote.ts';

/** Places, what is delivered where, and customers' addresses (decisions section 8). */
export const routes = [
  ...serve(api.location, {
    list: locationRead.list,
    show: locationRead.show,
    save: locationSave.save,
    remove: locationSave.remove,
    restore: locationSave.restore,
    quote,
    shapes,
    check,
    assign,
  }),
  ...serve(api.address, {
    list: addressRead.list,
    show: addressRead.show,
    save: addressSave.save,
    remove: addressSave.remove,
    restore: addressSave.restore,
  }),
];
