import { withShopDatabase } from './lib/postgres/shop-database.mjs';
import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure, UserError } from './lib/user-error.mjs';

// checks the sealed chain of the audit log; exit code 1 names the first broken link
try {
  await underWantedNode(import.meta.url);
  const { readArguments } = await import('./lib/arguments.mjs');
  readArguments('npm run verify:audit');
  const { verifyAudit } = await import('../apps/api/src/core/audit-chain.ts');
  const { links, head, broken } = await withShopDatabase(verifyAudit);
  if (broken) throw new UserError(`Audit row ${broken.audit_id}, link ${broken.chain_no}: ${broken.why}.`);
  console.log(`The audit log holds: ${links} links, head ${head}`);
} catch (error) {
  reportFailure(error);
}
