import { withShopDatabase } from './lib/postgres/shop-database.mjs';
import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure, UserError } from './lib/user-error.mjs';

// checks a database against the rules of every shop; only reads; exit code 1 lists violated rules with example rows
try {
  await underWantedNode(import.meta.url);
  const { readArguments } = await import('./lib/arguments.mjs');
  readArguments('npm run verify');
  const { verify } = await import('./lib/check/verify.mjs');
  const { asked, broken } = await withShopDatabase(verify);
  if (broken > 0) throw new UserError(`${broken} of ${asked} do not hold.`);
  console.log(`All ${asked} hold.`);
} catch (error) {
  reportFailure(error);
}
