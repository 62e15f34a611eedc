import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as brand from './brand/brand.service.ts';
import * as category from './category/category.service.ts';
import * as extra from './extra/extra.service.ts';
import { list } from './product/list-products.ts';
import { remove, restore, setProductsStatus } from './product/remove-product.ts';
import { save } from './product/save-product.ts';
import { show, showByBarcode } from './product/show-product.ts';
import * as taxType from './tax-type/tax-type.service.ts';

export { list as listBrands } from './brand/brand.service.ts';
export { list as listCategories } from './category/list-categories.ts';
export { list as listExtras } from './extra/extra.service.ts';
export {
  availableQuantitySql,
  expiredUnmarkedBatchesSql,
  expiredUnmarkedQuantitySql,
} from './product/available-sql.ts';
export { recentBatchMovementsJsonSql } from './product/batch-movements.ts';
export { loadItemTitles } from './product/item-titles.ts';
export { list as listProducts } from './product/list-products.ts';
export { receiptOpensSql } from './product/receipt-opens-sql.ts';
export { IMAGE_SIZES } from './product/save-images.ts';
export { buildProductSearchConditions } from './product/search-conditions.ts';
export { canSeeItemCosts } from './product/stock-columns.ts';
export { seedTaxTypes } from './tax-type/seed-tax-types.ts';

export const routes = [
  ...serve(api.category, {
    list: category.list,
    show: category.show,
    save: category.save,
    move: category.moveCategory,
    remove: category.remove,
    restore: category.restore,
  }),
  ...serve(api.brand, brand),
  ...serve(api.taxType, taxType),
  ...serve(api.extra, extra),
  ...serve(api.product, {
    list,
    show,
    barcode: showByBarcode,
    save,
    remove,
    restore,
    saveAll: setProductsStatus,
  }),
];
