import { ACTIONS, type Action } from '@dukkan/commerce';

/**
 * All resources for roles. A role has the whole resource or one action of it (`orders` or
 * `orders.view`); `admin` includes everything, `driver` and `seller` grant limited access.
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

/** `admin`, `driver` and `seller` cannot be limited to an action. */
export const WHOLE_RESOURCES: readonly Resource[] = ['admin', 'driver', 'seller'];

/** The permission that staff need for an endpoint: one of these resources, or its action. */
export type Permission = { readonly resource: Resource | readonly Resource[]; readonly action: Action };

/** All permission strings that a role may have. */
export const PERMISSIONS: readonly string[] = RESOURCES.flatMap((resource) =>
  WHOLE_RESOURCES.includes(resource)
    ? [resource]
    : [resource, ...ACTIONS.map((action) => `${resource}.${action}`)],
);
