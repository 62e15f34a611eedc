import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as brand from './brand/brand.service.ts';
import * as category from './category/category.service.ts';
import * as extra from './extra/extra.service.ts';
import { list } from './product/list-products.ts';
import { barcode, show } from './product/show-product.ts';
import { remove, restore, saveAll } from './product/remove-product.ts';
import { save } from './product/save-product.ts';
import * as productImport from './product-import/index.ts';
import * as taxType from './tax-type/tax-type.service.ts';

export {
  allowedActions,
  keywordConditions,
  localizedSortSql,
  omitUndefined,
  orderBySql,
  type Texts,
  toTexts,
} from '../../core/list/localized-columns.ts';
export { recentMovementsSql } from './product/batch-movements.ts';
export { list as listBrands } from './brand/brand.service.ts';
export { list as listCategories } from './category/list-categories.ts';
export { list as listExtras } from './extra/extra.service.ts';
export { checkCurrencyScale } from './money.ts';
export { list as listProducts } from './product/list-products.ts';
export { productSearchConditions } from './product/search-conditions.ts';
export { parseNumber } from './product-import/import.amount.ts';
export { type HeaderWords, WORDS as HEADER_WORDS } from './product-import/import.guess.ts';
export type { ImportPorts, IncomingStock, ListedPrice } from './product-import/import.ports.ts';
export { sheetInThread } from './product-import/import.reader.ts';
export { expandExponent, truncateCell } from './product-import/import.row.ts';
export { resolveMapping } from './product-import/import.start.ts';
export { type Reason, reasonText } from './product-import/import.view.ts';
export { IMPORT_QUEUES, type ImportQueue, processImports } from './product-import/import.work.ts';
export { seedTaxTypes } from './tax-type/tax-type.seed.ts';

export const routes = [
  ...serve(api.category, category),
  ...serve(api.brand, brand),
  ...serve(api.taxType, taxType),
  ...serve(api.extra, extra),
  ...serve(api.product, { list, show, barcode, save, remove, restore, saveAll }),
  ...serve(api.productImport, productImport),
];
