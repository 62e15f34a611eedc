import { withShopDatabase } from './lib/shop-database.mjs';
import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure, UserError } from './lib/user-error.mjs';

// asks a database what must be true of every shop; reads only; exit 1 names what is not, with the first rows
try {
  await underWantedNode(import.meta.url);
  const { verify } = await import('./lib/verify.mjs');
  const { asked, broken } = await withShopDatabase(verify);
  if (broken > 0) throw new UserError(`${broken} of ${asked} do not hold.`);
  console.log(`All ${asked} hold.`);
} catch (error) {
  reportFailure(error);
}
