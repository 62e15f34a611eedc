import { verifyAudit } from '../apps/api/src/core/audit-chain.ts';
import { connect } from './lib/database.mjs';
import { Failed, reportFailure } from './lib/failed.mjs';

// follows the sealed chain over the audit log; exit 1 names the first link that does not hold
try {
  const client = await connect(process.env.DATABASE_URL ?? '');
  try {
    const { links, head, broken } = await verifyAudit(client);
    if (broken) throw new Failed(`Audit row ${broken.audit_id}, link ${broken.chain_no}: ${broken.why}.`);
    console.log(`The audit log holds: ${links} links, head ${head}`);
  } finally {
    await client.end();
  }
} catch (error) {
  reportFailure(error);
}
