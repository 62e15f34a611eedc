import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as addressRead from './address/list-addresses.ts';
import * as addressSave from './address/save-address.ts';
import { listBranchZones, replaceRequestedBranchZones } from './assign-zones.ts';
import {
  listBranchDeliveryMethods,
  listBranchPaymentMethods,
  setBranchDeliveryMethods,
  setBranchPaymentMethods,
} from './branch-methods.ts';
import * as deliveryMethod from './delivery-method/delivery-method.service.ts';
import { listZoneShapes, previewZoneDrawing } from './location/check-drawing.ts';
import * as locationRead from './location/list-locations.ts';
import * as locationSave from './location/save-location.ts';
import { importLocations } from './location-import/import-locations.ts';
import { undoLocationImport } from './location-import/undo-location-import.ts';
import * as paymentRead from './payment-method/list-payment-methods.ts';
import * as paymentSave from './payment-method/save-payment-method.ts';
import { getDeliveryQuote } from './quote/quote.ts';

export { addAddresses, removeUnusedAddresses } from './address/add-addresses.ts';
export { getOrderAddress, list as listAddresses, type OrderAddress } from './address/list-addresses.ts';
export { ADDRESSES_MAX, save as saveAddress } from './address/save-address.ts';
export { previewAddressSaves, saveOrderAddress } from './address/save-order-address.ts';
export { replaceBranchZones } from './assign-zones.ts';
export { createDeliveryMethod } from './delivery-method/delivery-method.service.ts';
export { list as listLocations } from './location/list-locations.ts';
export { save as saveLocation } from './location/save-location.ts';
export { openShapeThreads } from './location/shape-threads.ts';
export { canSeePaymentMethod, list as listPaymentMethods } from './payment-method/list-payment-methods.ts';
export { maskCredential } from './payment-method/payment-method.view.ts';
export { createPaymentMethod } from './payment-method/save-payment-method.ts';
export { type DeliverySnapshot, type QuoteRequest, readDeliverySnapshot } from './quote/delivery-snapshot.ts';
export { listBranchQuotes, type Quote, requireQuote } from './quote/quote.ts';
export { canOrderInBranch, findZoneOfOtherBranches } from './quote/zone-elsewhere.ts';

/** Places, delivery and payment methods, and customers' addresses. */
export const routes = [
  ...serve(api.location, {
    list: locationRead.list,
    show: locationRead.show,
    save: locationSave.save,
    remove: locationSave.remove,
    restore: locationSave.restore,
    quote: getDeliveryQuote,
    shapes: listZoneShapes,
    check: previewZoneDrawing,
    importFile: importLocations,
    undoImport: undoLocationImport,
    ofBranch: listBranchZones,
    assign: replaceRequestedBranchZones,
  }),
  ...serve(api.address, {
    list: addressRead.list,
    show: addressRead.show,
    save: addressSave.save,
    remove: addressSave.remove,
    restore: addressSave.restore,
  }),
  ...serve(api.deliveryMethod, {
    list: deliveryMethod.list,
    show: deliveryMethod.show,
    create: deliveryMethod.createDeliveryMethod,
    update: deliveryMethod.updateDeliveryMethod,
    remove: deliveryMethod.remove,
    restore: deliveryMethod.restore,
    ofBranch: listBranchDeliveryMethods,
    assign: setBranchDeliveryMethods,
  }),
  ...serve(api.paymentMethod, {
    list: paymentRead.list,
    show: paymentRead.show,
    create: paymentSave.createPaymentMethod,
    update: paymentSave.updatePaymentMethod,
    remove: paymentSave.remove,
    restore: paymentSave.restore,
    ofBranch: listBranchPaymentMethods,
    assign: setBranchPaymentMethods,
  }),
];
