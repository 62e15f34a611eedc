import { tillApi } from 'virtual:endpoints/till';
import { toEpochLetters } from '@dukkan/commerce';
import { callApi } from '../../../lib/server/call.ts';
import { setTill } from '../../../lib/till.ts';
import { createDeviceKeys, exportPublicKey } from './device-key.ts';
import { APP_VERSION } from './till-call.ts';
import type { PairedDevice, TillStore } from './till-store.ts';

/** The length of a pairing code. */
export const CODE_LENGTH = 8;

/** Returns a typed or scanned code as the server wants it: the letters alone; a QR code carries it in an address. */
export function readPairingCode(text: string): string {
  const inAddress = /[?&#]code=([A-Za-z]+)/.exec(text)?.[1];
  return (inAddress ?? text)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, CODE_LENGTH);
}

/** Makes this browser the till of a code: a key pair that stays here, and its public part for the server. */
export async function pairTill(store: TillStore, code: string, lastPaper: string): Promise<PairedDevice> {
  const keys = await createDeviceKeys();
  const { results } = await callApi(
    tillApi.tillPairing.pair,
    {
      code,
      public_key: await exportPublicKey(keys),
      app_version: APP_VERSION,
      ...(lastPaper === '' ? {} : { last_printed_no: lastPaper }),
    },
    { branchId: null },
  );
  const { device, epoch, next_no } = results;
  const paired: PairedDevice = { ...device, epoch, epoch_letters: toEpochLetters(epoch) };
  await store.storePairing(paired, keys, next_no);
  // the browser may throw the store away otherwise, when its disk is full
  await navigator.storage?.persist?.().catch(() => false);
  setTill({ id: device.id, branch_id: device.branch_id, name: device.name });
  return paired;
}
