import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { decrypt, encrypt } from '../../../core/encryption.ts';
import type { GatewayKeys } from './payment-provider.ts';

const PURPOSE = 'gateway';

/** A key of a provider as it is stored: AES-256-GCM under the installation's key. */
export const sealKey = (ctx: Ctx, key: string): Buffer =>
  Buffer.from(encrypt(ctx.services.env.SECRET_KEY, PURPOSE, key));

/** A stored key, for one call to its provider; null where there is none, or the installation has another key by now. */
export function openKey(ctx: Ctx, sealed: Uint8Array | null): string | null {
  if (sealed === null) return null;
  try {
    return decrypt(ctx.services.env.SECRET_KEY, PURPOSE, sealed);
  } catch {
    ctx.services.log.warn('the key of a payment gateway cannot be read: enter it again');
    return null;
  }
}

/** The keys of a gateway, also of one that is switched off: what it took before is still asked about. */
export async function loadGatewayKeys(ctx: Ctx, id: number): Promise<GatewayKeys> {
  const row = await fetchRow(
    ctx,
    tables.selectFrom('gateway').select(['mode', 'secret']).where('id', '=', id),
  );
  if (!row) throw new Error(`there is no gateway ${id}`);
  return { mode: row.mode, secret: openKey(ctx, row.secret) };
}
