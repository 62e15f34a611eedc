/**
 * What the specification says of calls, line by line, written by hand: the exact path, the fields that a body takes and
 * those that the answer holds (dotted inside an object or the rows of an array). A picture `x` is written as `x_base64` and
 * read as `x_url`.
 */
export type SpecifiedCall = readonly [path: string, body: string, answer: string];

const SESSION = 'token user.name user.permissions';
const PROFILE = 'id name email phone avatar_url';
const SETTINGS = 'Currency AppName.ar AppName.en AppName.de logo favIcon info.phone info.email info.website';
const BRANCH_FIELDS =
  'names addresses no managers_ids phones pos printers warehouse status country_id city_id area_id state_id settings.fullfillment settings.type settings.refund_force_auth settings.product_check_availability settings.coordinates.lat settings.coordinates.lng settings.tax.value settings.tax.type';
const BRANCH = `id ${BRANCH_FIELDS} logo_url`;
const ALBUM = 'branch_id names descriptions ord';
const ORDER_LIST = 'id status_id paid due driver_id seller_id source recurring created_at';
const ORDER = `${ORDER_LIST} discount delivery_id lines.product_id lines.offer_id lines.item_id lines.quantity payments notes`;
const ORDER_STATUS = 'titles default_start ord status status_value';
const CART = 'cart.product_id cart.offer_id cart.item_id cart.quantity';
const CLIENT =
  'client.name client.phone client.area_no client.street client.home_no client.area_id client.email';
const LANGUAGES = 'titles.ar titles.en titles.de descriptions.ar descriptions.en descriptions.de';
const PRODUCT_FIELDS = `${LANGUAGES} status featured pricing categorys_id items.item_id items.barcode items.quantity tax_type_id stepper images`;
const PRODUCT = `id ${PRODUCT_FIELDS} orders_count receipts_count quantities.cost_value quantities.quantity quantities.remaining_quantity quantities.reciept_id quantities.order_id quantities.created_at quantities.movements`;
const CATEGORY = `id ${LANGUAGES} parent_id status featured ord icon_url`;
const OFFER_INFO =
  'info.type info.discount info.discount_type info.products.id info.products.item_id info.bundle_price';
const OFFER = `titles descriptions status ord ${OFFER_INFO} categorys_id`;
const BANNER = 'titles descriptions status ord target.type target.target target.title slider_id';
const SLIDER = 'key width height status';
const BRAND = 'names descriptions status ord';
const EXTRA = 'titles price status products_ids branches_prices';
const SUPPLIER = 'name phone notes status';
const RECEIPT = 'id supplier_id on_date status invoice_date invoice_number';
const LINE =
  'items.product_id items.item_id items.cost_value items.cost_value_before_discount items.branch_id items.expire_date items.quantity';
const TRANSACTION = 'receipt_id value payment_method ref_number on_date';
const ACCOUNT = 'name email phone role_id status';
const ROLE = 'titles status permissions icon';
const LOCATION = 'names parent_id status type min_order delivery_charge delivery_minutes free_after_amount';
const COUNTRY = 'name code timezone utc mobileCode';
const PAYMENT =
  'code desc min_transaction max_transaction partner_account delivery_ids type margin combinable inhouse_holder status master';
const PAYMENT_CHANGE = PAYMENT.replace(' master', '');
const DELIVERY = 'code desc inhouse status delivery_minutes delivery_cost asap';
const PRICE_LIST = 'titles descriptions status items phones start_date end_date ord';
const ADDRESS = 'user_id name phone status default info.area_no info.street info.home_no info.area_id';
const TAX = 'names value value_name ord status';
const DELETED = 'deleted';
/** What a pick-list asks with. */
const SEARCH = 'keywords page limit';

/** Section 7, call by call, with the fields of section 3. */
export const CALLS: readonly SpecifiedCall[] = [
  ['/user/auth', 'email password phone', SESSION],
  ['/register/phone', 'phone skipExistsUser restore_deleted', 'user_id'],
  ['/register/email', 'email skipExistsUser restore_deleted', 'user_id'],
  ['/register/phone/verify', 'user_id code', SESSION],
  ['/user/logout', '', ''],
  ['/user/profile', '', PROFILE],
  [
    '/user/profile/update',
    'id name email phone current_password password password_confirmation avatar_base64',
    PROFILE,
  ],

  ['/settings', '', SETTINGS],
  ['/admin/settings', '', `${SETTINGS} minimum_order minimum_products fixed_custom_shipping_price`],
  [
    '/admin/settings/save',
    'Currency AppName logo_base64 favIcon_base64 info.phone info.email info.website minimum_order minimum_products fixed_custom_shipping_price',
    SETTINGS,
  ],

  [
    '/admin/branchs',
    'keywords locale page id status all_locale limit load pos_id',
    'id names addresses no phones pos warehouse status logo_url',
  ],
  ['/admin/branchs/create', `${BRANCH_FIELDS} logo_base64`, BRANCH],
  ['/admin/branchs/update/{id}', `id ${BRANCH_FIELDS} logo_base64`, BRANCH],
  ['/admin/branchs/delete/{id}', 'id', DELETED],
  ['/admin/branches/album', 'branch_id', `${ALBUM} file_url`],
  ['/admin/branches/album/save', `${ALBUM} file`, `${ALBUM} file_url`],
  ['/admin/branches/album/delete/{id}', 'id', DELETED],

  [
    '/admin/products/orders',
    'id keywords driver_id seller_id page status_id from_date to_date source limit sort_by sort_as',
    ORDER_LIST,
  ],
  [
    '/admin/products/orders/save',
    `id status_id paid discount driver_id seller_id delivery_id ${CART} payments recurring notes ${CLIENT}`,
    ORDER,
  ],
  [
    '/admin/products/orders/make',
    `client_id ${CLIENT} notes recurring ${CART} source payments discount`,
    ORDER,
  ],
  ['/admin/products/orders/status', SEARCH, ORDER_STATUS],
  ['/admin/products/orders/status/show/{id}', 'id', ORDER_STATUS],
  ['/admin/products/orders/status/save', `id ${ORDER_STATUS}`, ORDER_STATUS],
  ['/admin/products/orders/status/delete/{id}', 'id', DELETED],
  ['/admin/products/orders/statistics', '', 'by_status.status_value by_status.count by_status.total'],
  ['/admin/products/orders/reports/drivers', 'driver_id from_date to_date', 'key'],
  ['/admin/products/orders/invoices/returned', SEARCH, 'id order_id on_date quantity'],
  [
    '/admin/products/orders/invoices/return',
    'order_id items.item_id items.quantity items.product_id items.offer_id on_date',
    'order_id lines.item_id lines.quantity lines.product_id lines.offer_id on_date',
  ],
  ['/admin/products/orders/invoices/returned/remove/{id}', 'id', DELETED],

  ['/admin/products', SEARCH, 'id titles status featured pricing categorys_id items tax_type_id stepper'],
  ['/admin/products/show/{id}', 'id', PRODUCT],
  ['/admin/products/barcode/{barcode}', 'barcode', PRODUCT],
  ['/admin/products/save', `id ${PRODUCT_FIELDS}`, PRODUCT],
  ['/admin/products/delete/{id}', 'id', DELETED],
  [
    '/admin/products/import',
    'start_row mapping.barcode mapping.category mapping.names.ar mapping.names.en mapping.names.de mapping.descriptions.ar mapping.descriptions.en mapping.descriptions.de mapping.image_path mapping.price mapping.quantity mapping.start_row',
    'id message',
  ],
  ['/admin/products/saveall', 'ids status', 'changed'],
  ['/admin/products/reports', 'type from_date to_date', 'key'],
  [
    '/admin/products/used-quantities',
    'limit sort_by product_id',
    'id quantity remaining_quantity created_at weight rate movements.product_used_id movements.target movements.quantity movements.created_at',
  ],
  [
    '/admin/products/prices/import',
    'mapping.barcode mapping.price mapping.status start price_list',
    'id message',
  ],

  [
    '/admin/products/categories',
    'keywords page childs parent locale limitedBy',
    'id titles descriptions parent_id status featured ord icon_url',
  ],
  ['/admin/products/categories/show/{id}', 'id', CATEGORY],
  [
    '/admin/products/categories/save',
    'id titles descriptions parent_id status featured ord icon_base64 icon_url',
    CATEGORY,
  ],
  ['/admin/products/categories/delete/{id}', 'id', DELETED],
  ['/admin/products/offers', SEARCH, OFFER],
  ['/admin/products/offers/show/{id}', 'id', `${OFFER} image_url`],
  ['/admin/products/offers/save', `id ${OFFER} image_base64`, `${OFFER} image_url`],
  ['/admin/products/offers/delete/{id}', 'id', DELETED],
  ['/admin/products/banners', SEARCH, `${BANNER} target.name`],
  ['/admin/products/banners/show/{id}', 'id', `${BANNER} target.name images_url`],
  ['/admin/products/banners/save', `id ${BANNER} images_base64`, BANNER],
  ['/admin/products/banners/delete/{id}', 'id', DELETED],
  ['/admin/sliders', SEARCH, SLIDER],
  ['/admin/sliders/show/{id}', 'id', SLIDER],
  ['/admin/sliders/save', `id ${SLIDER}`, SLIDER],
  ['/admin/sliders/delete/{id}', 'id', DELETED],
  ['/admin/products/brands', SEARCH, BRAND],
  ['/admin/products/brands/show/{id}', 'id', `${BRAND} logo_url cover_url`],
  ['/admin/products/brands/save', `id ${BRAND} logo_base64 cover_base64`, `${BRAND} logo_url cover_url`],
  ['/admin/products/brands/delete/{id}', 'id', DELETED],
  ['/admin/products/extras', SEARCH, EXTRA],
  ['/admin/products/extras/save', `id ${EXTRA}`, EXTRA],
  ['/admin/products/extras/delete/{id}', 'id', DELETED],
  ['/admin/products/suppliers', SEARCH, SUPPLIER],
  ['/admin/products/suppliers/save', `id ${SUPPLIER}`, SUPPLIER],
  ['/admin/products/suppliers/delete/{id}', 'id', DELETED],

  ['/admin/products/receipts', SEARCH, RECEIPT],
  ['/admin/products/receipts/save', `${RECEIPT} force ${LINE}`, `${RECEIPT} ${LINE}`],
  ['/admin/products/receipts/update', `${RECEIPT} force ${LINE}`, `${RECEIPT} ${LINE}`],
  ['/admin/products/receipts/delete/{id}', 'id', DELETED],
  ['/admin/products/receipts/statistics', '', 'count total by_status.status by_status.count'],
  ['/admin/products/transactions', SEARCH, TRANSACTION],
  ['/admin/products/transactions/save', `id ${TRANSACTION}`, TRANSACTION],
  ['/admin/products/transactions/remove/{id}', 'id', DELETED],

  ['/admin/accounts', 'role keywords page limit export id perm', ACCOUNT],
  ['/admin/accounts/show/{id}', 'id', `${ACCOUNT} info.branch_id pos`],
  ['/admin/accounts/save', `id ${ACCOUNT} password info.branch_id pos`, `${ACCOUNT} info.branch_id pos`],
  ['/admin/accounts/delete/{id}', 'id', DELETED],
  ['/admin/accounts/roles', SEARCH, ROLE],
  ['/admin/accounts/roles/save', `id ${ROLE}`, ROLE],
  ['/admin/accounts/roles/delete/{id}', 'id', DELETED],
  ['/admin/accounts/permissions', '', 'key'],
  ['/admin/manager/accounts', 'role keywords page limit perm', ACCOUNT],

  ['/admin/products/areas', `type parent_id ${SEARCH}`, `${LOCATION} ${COUNTRY}`],
  ['/admin/products/areas/show/{id}', 'id', `${LOCATION} polygons ${COUNTRY}`],
  ['/admin/products/areas/save', `id ${LOCATION} polygons`, `${LOCATION} polygons`],
  ['/admin/products/areas/delete/{id}', 'id', DELETED],
  ['/admin/manager/area/assign', 'ids', 'ids'],

  ['/admin/payments', SEARCH, PAYMENT],
  ['/admin/payments/create', `${PAYMENT} image_base64`, `${PAYMENT} image_url`],
  ['/admin/payments/update/{id}', `id ${PAYMENT_CHANGE} image_base64`, `${PAYMENT} image_url`],
  ['/admin/payments/delete/{id}', 'id', DELETED],
  ['/admin/branch/payments', SEARCH, 'id code type'],
  ['/admin/manager/payments/assign', 'ids', 'ids'],
  ['/admin/orders/payments', 'order_id from_date to_date export', 'order_id payment_id amount status'],
  ['/admin/delivery', SEARCH, DELIVERY],
  ['/admin/delivery/create', `${DELIVERY} image_base64`, `${DELIVERY} image_url`],
  ['/admin/delivery/update/{id}', `id ${DELIVERY} image_base64`, `${DELIVERY} image_url`],
  ['/admin/delivery/delete/{id}', 'id', DELETED],
  ['/admin/branch/deliveries', SEARCH, 'id code inhouse'],
  ['/admin/manager/delivery/assign', 'ids', 'ids'],

  ['/admin/pricelist', SEARCH, 'titles status start_date end_date ord'],
  ['/admin/pricelist/show/{id}', 'id', PRICE_LIST],
  ['/admin/pricelist/save', `id ${PRICE_LIST} deleted_items`, PRICE_LIST],
  ['/admin/pricelist/delete/{id}', 'id', DELETED],
  ['/admin/pricelist/assign/{id}', 'id branches_ids', 'branches_ids'],
  ['/admin/manager/pricelist', SEARCH, 'titles status'],
  ['/admin/manager/pricelist/assign/{id}', 'id assigned', 'assigned'],

  ['/admin/products/addresses', SEARCH, ADDRESS],
  ['/admin/products/addresses/show/{id}', 'id', ADDRESS],
  ['/admin/products/addresses/save', `id ${ADDRESS}`, ADDRESS],
  ['/admin/products/addresses/delete/{id}', 'id', DELETED],

  ['/admin/pos/sessions/report', SEARCH, 'id device_id branch_id end_session_amount'],
  ['/admin/pos/sessions/close', 'end_session_amount device_id branch_id', 'end_session_amount'],
  ['/admin/cash/report', 'from_date to_date', 'key'],

  ['/admin/taxs/types', SEARCH, TAX],
  ['/admin/taxs/types/save', `id ${TAX}`, TAX],
  ['/admin/taxs/types/delete/{id}', 'id', DELETED],
  ['/admin/taxs/tss', SEARCH, 'id'],
  ['/admin/taxs/certificate/create', 'branch_id device_id', 'certificate'],

  ['/admin/contactus/list', SEARCH, 'id name email phone message'],
  ['/admin/contactus/delete/{id}', 'id', DELETED],
];

/** The columns that section 3 names, by the report that has them. */
export const REPORT_COLUMNS = {
  sales: 'orders total discount shipping net cost profit delivery_status payment_status source invoice_no',
  procurement:
    'invoice_id date quantity supplier_id supplier_phone reference_number receipts total discount net',
  movement: 'type reference barcode shelf_time unit_cost total_cost stock_cost expire_date batch_id',
} as const;
