import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as brand from './brand.service.ts';
import * as category from './category.service.ts';
import * as extra from './extra.service.ts';
import { list } from './product.list.ts';
import { barcode, show } from './product.read.ts';
import { remove, restore, saveAll } from './product.remove.ts';
import { save } from './product.save.ts';
import * as productImport from './product-import/index.ts';
import * as taxType from './tax-type.service.ts';

export { actionsOn, given, inOrder, shownText, type Texts, texts, wordsIn } from '../../core/texts.ts';
export { movementsOf } from './batch.movements.ts';
export { list as listBrands } from './brand.service.ts';
export { list as listCategories } from './category.read.ts';
export { list as listExtras } from './extra.service.ts';
export { checkScale } from './money.ts';
export { list as listProducts } from './product.list.ts';
export { productsLike } from './product.search.ts';
export { readNumber } from './product-import/import.amount.ts';
export { type HeaderWords, WORDS as HEADER_WORDS } from './product-import/import.guess.ts';
export type { Arrivals, ImportPorts, ListedPrice } from './product-import/import.ports.ts';
export { sheetInThread } from './product-import/import.reader.ts';
export { exactDigits, shorten } from './product-import/import.row.ts';
export { resolveMapping } from './product-import/import.start.ts';
export { type Reason, reasonText } from './product-import/import.view.ts';
export { LANES, type Lane, resumeImport, workImports } from './product-import/import.work.ts';
export { seedTaxTypes } from './tax-type.seed.ts';

export const routes = [
  ...serve(api.category, category),
  ...serve(api.brand, brand),
  ...serve(api.taxType, taxType),
  ...serve(api.extra, extra),
  ...serve(api.product, { list, show, barcode, save, remove, restore, saveAll }),
  ...serve(api.productImport, productImport),
];
