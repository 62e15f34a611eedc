import { ACTIONS, type Action } from '@dukkan/commerce';

/**
 * Every resource a role may hold (decisions 0.4). A role holds the resource itself or one action of it
 * (`orders` or `orders.view`); `admin` passes everything, `driver` and `seller` are narrow ways in.
 */
export const RESOURCES = [
  'admin',
  'driver',
  'seller',
  'users',
  'users.driver',
  'users.seller',
  'roles',
  'branchs',
  'suppliers',
  'settings',
  'payments',
  'settings.payments',
  'reports',
  'pricelist',
  'Addresses',
  'sessions',
  'orders',
  'delivery',
  'offers',
  'ordersstatus',
  'products',
  'products.categories',
  'products.extras',
  'products.brands',
  'reciepts',
  'transactions',
  'banners',
  'areas',
  'contactus',
  'taxs',
] as const;

export type Resource = (typeof RESOURCES)[number];

/** `admin`, `driver` and `seller` are whole ways in and cannot be narrowed to an action. */
export const WHOLE_RESOURCES: readonly Resource[] = ['admin', 'driver', 'seller'];

/** What an endpoint asks of staff: one of these resources (or that resource's action). */
export type Permission = { readonly resource: Resource | readonly Resource[]; readonly action: Action };

/** Every permission string the server serves and accepts on a role. */
export const PERMISSIONS: readonly string[] = RESOURCES.flatMap((resource) =>
  WHOLE_RESOURCES.includes(resource)
    ? [resource]
    : [resource, ...ACTIONS.map((action) => `${resource}.${action}`)],
);
