import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { decrypt, encrypt } from '../../../core/secret/encryption.ts';
import type { GatewayKeys } from './payment-provider.ts';

const PURPOSE = 'gateway';

/** Encrypts a provider's key for storage: AES-256-GCM with the installation's key. */
export const sealKey = (ctx: Ctx, key: string): Buffer =>
  Buffer.from(encrypt(ctx.services.env.SECRET_KEY, PURPOSE, key));

/** Decrypts a stored key for one call; null when there is none, or when the installation's key has changed. */
export function openKey(ctx: Ctx, sealed: Uint8Array | null): string | null {
  if (sealed === null) return null;
  try {
    return decrypt(ctx.services.env.SECRET_KEY, PURPOSE, sealed);
  } catch {
    ctx.services.log.warn('the key of a payment gateway cannot be read: enter it again');
    return null;
  }
}

/** Loads the keys of a gateway, also of an inactive one, whose earlier payments are still checked. */
export async function loadGatewayKeys(ctx: Ctx, id: number): Promise<GatewayKeys> {
  const row = await fetchRow(
    ctx,
    tables.selectFrom('gateway').select(['mode', 'secret']).where('id', '=', id),
  );
  if (!row) throw new Error(`there is no gateway ${id}`);
  return { mode: row.mode, secret: openKey(ctx, row.secret) };
}
