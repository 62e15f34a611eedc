import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as addressRead from './address.read.ts';
import * as addressSave from './address.save.ts';
import { listBranchZones, replaceRequestedBranchZones } from './assign-zones.ts';
import {
  listBranchDeliveryMethods,
  listBranchPaymentMethods,
  setBranchDeliveryMethods,
  setBranchPaymentMethods,
} from './branch-methods.ts';
import { listZoneShapes, previewZoneDrawing } from './check-drawing.ts';
import * as deliveryMethod from './delivery-method.service.ts';
import { importLocations } from './import-locations.ts';
import * as locationRead from './location.read.ts';
import * as locationSave from './location.save.ts';
import * as paymentRead from './payment-method.read.ts';
import * as paymentSave from './payment-method.save.ts';
import { getDeliveryQuote } from './quote.ts';
import { undoLocationImport } from './undo-location-import.ts';

export { previewAddressSaves, saveOrderAddress } from './address.keep.ts';
export { addAddresses, removeUnusedAddresses } from './address.many.ts';
export { getOrderAddress, list as listAddresses, type OrderAddress } from './address.read.ts';
export { ADDRESSES_MAX, save as saveAddress } from './address.save.ts';
export { replaceBranchZones } from './assign-zones.ts';
export { createDeliveryMethod } from './delivery-method.service.ts';
export { type DeliverySnapshot, readDeliverySnapshot } from './delivery-snapshot.ts';
export { canOrderInBranch, findZoneOfOtherBranches } from './elsewhere.ts';
export { list as listLocations } from './location.read.ts';
export { save as saveLocation } from './location.save.ts';
export { canSeePaymentMethod, list as listPaymentMethods } from './payment-method.read.ts';
export { createPaymentMethod } from './payment-method.save.ts';
export { maskCredential } from './payment-method.view.ts';
export { listBranchQuotes, type Quote, type QuoteRequest, requireQuote } from './quote.ts';
export { openShapeThreads } from './shape-threads.ts';

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
