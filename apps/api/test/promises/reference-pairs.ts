import { api } from '@dukkan/contract';
import { makeBranch, makePerson, unique } from '../actors.ts';
import { lineOf, makeSupplier } from '../receipts.ts';
import { makeCoupon, mobile, selling, stocked } from '../sales.ts';
import type { Shelf } from '../stock.ts';
import { makeTill } from '../tills.ts';
import { PIXEL } from './bodies.ts';
import { type Call, idOf, order, pointing, product, type Race, type Shop, titled } from './reference-pair.ts';

/** The pairs of the catalogue. */
const catalogueRaces = (shop: () => Shop): Readonly<Record<string, Race>> => {
  const prisma = () => shop().fleet.hand.services.database.prisma;
  return {
    'a brand and a product that takes it': {
      noun: 'brand',
      make: async () => {
        const id = await idOf(prisma().brand.create({ data: { names: titled('Brand') } }));
        return {
          id,
          use: product({ brand_id: id }),
          remove: [api.brand.remove, { id }],
          broken: pointing('product', 'brand_id', 'brand'),
        };
      },
    },
    'a slider and a banner in it': {
      noun: 'slider',
      make: async () => {
        const data = { key: `s${unique()}`, titles: titled('Slider'), width: 300, height: 100 };
        const id = await idOf(prisma().slider.create({ data }));
        const picture = { images_base64: { en: PIXEL } };
        return {
          id,
          use: [
            api.banner.save,
            { slider_id: id, titles: titled('Banner'), descriptions: titled('Text'), ...picture },
          ],
          remove: [api.slider.remove, { id }],
          broken: pointing('banner', 'slider_id', 'slider'),
        };
      },
    },
    'a category and a product that takes it': {
      noun: 'category',
      make: async () => {
        const data = { titles: titled('Category'), parent_id: 1 };
        const id = await idOf(prisma().category.create({ data }));
        return {
          id,
          use: product({ categorys_id: [id] }),
          remove: [api.category.remove, { id }],
          broken: pointing('product_category', 'category_id', 'category'),
        };
      },
    },
    'a tax type and a product that takes it': {
      noun: 'tax-type',
      make: async () => {
        const id = await idOf(prisma().tax_type.create({ data: { names: titled('Tax'), value: 5 } }));
        return {
          id,
          use: product({ tax_type_id: id }),
          remove: [api.taxType.remove, { id }],
          broken: pointing('product', 'tax_type_id', 'tax_type'),
        };
      },
    },
    'an extra and an order with it': {
      noun: 'extra',
      make: async () => {
        const { shelf } = shop();
        const products = { create: { product_id: shelf.product_id } };
        const data = { titles: titled('Extra'), price: 2, products };
        const id = await idOf(prisma().extra.create({ data }));
        return {
          id,
          use: order(shelf, { cart: [{ item_id: shelf.item_id, quantity: 1, extras_ids: [id] }] }),
          remove: [api.extra.remove, { id }],
          broken: 'SELECT 1 WHERE $1 < 0',
          bothMay: 'use first',
        };
      },
    },
  };
};

/** The pairs of prices, offers and what is sold. */
const offerRaces = (shop: () => Shop): Readonly<Record<string, Race>> => {
  const prisma = () => shop().fleet.hand.services.database.prisma;
  return {
    'a price list and a branch that it is given to': {
      noun: 'price-list',
      make: async () => {
        const id = await idOf(prisma().price_list.create({ data: { titles: titled('List') } }));
        return {
          id,
          use: [api.priceList.assign, { id, branches_ids: [shop().shelf.branch_id] }],
          remove: [api.priceList.remove, { id }],
          broken: 'SELECT 1 WHERE $1 < 0',
          bothMay: 'use first',
        };
      },
    },
    'a coupon and an order with it': {
      noun: 'offer',
      make: async () => {
        const { fleet, shelf } = shop();
        const { id, code } = await makeCoupon(fleet.hand);
        return {
          id,
          // a lost race counts as a wrong code, and nobody may type many of these
          user: await makePerson(fleet.hand, { permissions: ['orders'], branch_id: shelf.branch_id }),
          use: order(shelf, { coupon: code }),
          remove: [api.offer.remove, { id }],
          broken: 'SELECT 1 WHERE $1 < 0',
          bothMay: 'use first',
        };
      },
    },
    'a bundle and an order of it': {
      noun: 'offer',
      make: async () => {
        const { shelf } = shop();
        const { product_id, item_id } = shelf;
        const products = { create: { product_id, item_id, quantity: 1 } };
        const data = { type: 'bundle', titles: titled('Bundle'), bundle_price: 7, products };
        const id = await idOf(prisma().offer.create({ data }));
        return {
          id,
          use: order(shelf, { cart: [{ offer_id: id, quantity: 1 }] }),
          remove: [api.offer.remove, { id }],
          broken: 'SELECT 1 WHERE $1 < 0',
          bothMay: 'use first',
        };
      },
    },
    'a product and an order of it': {
      noun: 'product',
      make: async () => {
        const own = await stocked(shop().fleet.hand, 0, { checks: false });
        return {
          id: own.product_id,
          use: order(own),
          remove: [api.product.remove, { id: own.product_id }],
          broken: pointing('order_line', 'product_id', 'product'),
        };
      },
    },
  };
};

/** Makes an order that waits. */
const makeWaiting = async ({ fleet, admin }: Shop, from: Shelf) =>
  (await selling(fleet.hand, admin).make(from, 1)).results;

/** The pairs of orders: what they stand on, how they are paid and delivered. */
const orderRaces = (shop: () => Shop): Readonly<Record<string, Race>> => {
  const prisma = () => shop().fleet.hand.services.database.prisma;
  const newStatus = () =>
    idOf(prisma().order_status.create({ data: { titles: titled('Status'), status_value: 1 } }));
  const moving = async (status_id: number): Promise<Call> => {
    const { id } = await makeWaiting(shop(), await stocked(shop().fleet.hand, 5));
    return [api.order.save, { id, status_id }];
  };
  return {
    'an order status and an order that moves to it': {
      noun: 'order-status',
      make: async () => {
        const id = await newStatus();
        return {
          id,
          use: await moving(id),
          remove: [api.orderStatus.remove, { id }],
          broken: pointing('order', 'status_id', 'order_status'),
        };
      },
    },
    'the value of an order status and an order that moves to it': {
      noun: 'order-status',
      make: async () => {
        const id = await newStatus();
        return {
          id,
          use: await moving(id),
          remove: [api.orderStatus.save, { id, status_value: 0 }],
          broken: `SELECT o.id FROM "order" o JOIN order_status s ON s.id = o.status_id
                    WHERE s.id = $1 AND s.status_value <> o.status_value`,
          bothMay: 'any order',
        };
      },
    },
    'a payment method and an order that is to be paid with it': {
      noun: 'payment-method',
      make: async () => {
        const { shelf } = shop();
        const branches = { create: { branch_id: shelf.branch_id } };
        const data = { code: `pay${unique()}`, titles: titled('Payment'), type: 'card', branches };
        const id = await idOf(prisma().payment_method.create({ data }));
        return {
          id,
          use: order(shelf, { payment_id: id }),
          remove: [api.paymentMethod.remove, { id }],
          broken: pointing('order', 'payment_id', 'payment_method'),
        };
      },
    },
    'a delivery method and an order that takes it': {
      noun: 'delivery-method',
      make: async () => {
        const { shelf } = shop();
        const branches = { create: { branch_id: shelf.branch_id } };
        const data = { code: `way${unique()}`, titles: titled('Delivery'), inhouse: 0, branches };
        const id = await idOf(prisma().delivery_method.create({ data }));
        const client = { name: 'Nora', phone: mobile() };
        return {
          id,
          use: order(shelf, { type: 'delivery', delivery_id: id, client }),
          remove: [api.deliveryMethod.remove, { id }],
          broken: pointing('order', 'delivery_id', 'delivery_method'),
        };
      },
    },
    'a delivery method and a payment method that is limited to it': {
      noun: 'delivery-method',
      make: async () => {
        const delivery = { code: `way${unique()}`, titles: titled('Delivery'), inhouse: 0 };
        const id = await idOf(prisma().delivery_method.create({ data: delivery }));
        const payment = { code: `pay${unique()}`, titles: titled('Payment'), type: 'card' };
        const payment_id = await idOf(prisma().payment_method.create({ data: payment }));
        return {
          id,
          use: [api.paymentMethod.update, { id: payment_id, delivery_ids: [id] }],
          remove: [api.deliveryMethod.remove, { id }],
          broken: pointing('payment_delivery', 'delivery_id', 'delivery_method'),
        };
      },
    },
  };
};

/** The pairs of orders with who makes and who brings them. */
const handlingRaces = (shop: () => Shop): Readonly<Record<string, Race>> => ({
  'a driver and an order that is handed over': {
    noun: 'account',
    make: async () => {
      const { fleet } = shop();
      const own = await stocked(fleet.hand, 5);
      const { id } = await makePerson(fleet.hand, { permissions: ['driver'], branch_id: own.branch_id });
      const made = await makeWaiting(shop(), own);
      return {
        id,
        use: [api.order.save, { id: made.id, driver_id: id }],
        remove: [api.account.remove, { id }],
        broken: pointing('order', 'driver_id', 'account'),
      };
    },
  },
  'a branch and an order that it makes': {
    noun: 'branch',
    make: async () => {
      const own = await stocked(shop().fleet.hand, 0, { checks: false });
      return {
        id: own.branch_id,
        use: order(own),
        remove: [api.branch.remove, { id: own.branch_id }],
        broken: pointing('order', 'branch_id', 'branch'),
      };
    },
  },
  'a branch that is switched off and an order that it makes': {
    noun: 'branch',
    make: async () => {
      const own = await stocked(shop().fleet.hand, 0, { checks: false });
      return {
        id: own.branch_id,
        use: order(own),
        remove: [api.branch.update, { id: own.branch_id, status: 0 }],
        broken: `SELECT o.id FROM "order" o JOIN branch b ON b.id = o.branch_id WHERE b.id = $1 AND b.status = 0`,
      };
    },
  },
});

/** The pairs of places, people, tills and purchasing. */
const placeRaces = (shop: () => Shop): Readonly<Record<string, Race>> => {
  const hand = () => shop().fleet.hand;
  const prisma = () => hand().services.database.prisma;
  return {
    'a zone and a branch that delivers to it': {
      noun: 'location',
      make: async () => {
        const id = await idOf(prisma().location.create({ data: { type: 2, names: titled('Zone') } }));
        const branch = await makeBranch(hand());
        return {
          id,
          use: [api.location.assign, { ids: [id] }, { 'branch-id': String(branch.id) }],
          remove: [api.location.remove, { id }],
          broken: pointing('branch_zone', 'location_id', 'location'),
        };
      },
    },
    'an area and an address in it': {
      noun: 'location',
      make: async () => {
        const id = await idOf(prisma().location.create({ data: { type: 0, names: titled('Area') } }));
        const customer = await makePerson(hand());
        return {
          id,
          use: [api.address.save, { user_id: customer.id, info: { area_id: id, street: '1', home_no: '2' } }],
          remove: [api.location.remove, { id }],
          broken: pointing('address', 'area_id', 'location'),
        };
      },
    },
    'a supplier and a receipt of it': {
      noun: 'supplier',
      make: async () => {
        const id = await makeSupplier(hand());
        return {
          id,
          use: [api.receipt.save, { supplier_id: id, items: [lineOf(shop().shelf)] }],
          remove: [api.supplier.remove, { id }],
          broken: pointing('receipt', 'supplier_id', 'supplier'),
        };
      },
    },
    'a branch and an account that works there': {
      noun: 'branch',
      make: async () => {
        const branch = await makeBranch(hand());
        const person = await makePerson(hand(), { permissions: ['seller'] });
        return {
          id: branch.id,
          use: [api.account.save, { id: person.id, info: { branch_id: branch.id } }],
          remove: [api.branch.remove, { id: branch.id }],
          broken: pointing('account', 'branch_id', 'branch'),
        };
      },
    },
    'a role and an account that takes it': {
      noun: 'role',
      make: async () => {
        const data = { titles: titled('Role'), permissions: ['seller'] };
        const id = await idOf(prisma().role.create({ data }));
        const person = await makePerson(hand(), { permissions: ['seller'] });
        return {
          id,
          use: [api.account.save, { id: person.id, role_id: id }],
          remove: [api.role.remove, { id }],
          broken: pointing('account', 'role_id', 'role'),
        };
      },
    },
    'a till and a drawer that opens on it': {
      noun: 'branch',
      make: async () => {
        const { branch_id, device_id } = await makeTill(hand());
        return {
          id: device_id,
          use: [api.posSession.open, { device_id, start_amount: 10 }],
          remove: [api.branch.update, { id: branch_id, pos: [] }],
          broken: `SELECT s.id FROM pos_session s JOIN branch b ON b.id = s.branch_id
                    WHERE s.device_id = $1 AND s.status = 'open'
                      AND NOT EXISTS (SELECT 1 FROM pos_device d WHERE d.id = s.device_id AND d.deleted_at IS NULL)`,
        };
      },
    },
    'a branch that is switched off and a drawer that opens in it': {
      noun: 'branch',
      make: async () => {
        const { branch_id, device_id } = await makeTill(hand());
        return {
          id: branch_id,
          use: [api.posSession.open, { device_id, start_amount: 10 }],
          remove: [api.branch.update, { id: branch_id, status: 0 }],
          broken: `SELECT s.id FROM pos_session s JOIN branch b ON b.id = s.branch_id
                    WHERE b.id = $1 AND b.status = 0 AND s.status = 'open'`,
        };
      },
    },
  };
};

/** Every race of a delete and a use, by what it is about. */
export const referenceRaces = (shop: () => Shop): Readonly<Record<string, Race>> => ({
  ...catalogueRaces(shop),
  ...offerRaces(shop),
  ...orderRaces(shop),
  ...handlingRaces(shop),
  ...placeRaces(shop),
});
