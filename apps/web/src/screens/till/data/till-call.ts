import { tillApi } from 'virtual:endpoints/till';
import { canonicalJson, type Letter, toCallText, toLetterText } from '@dukkan/commerce';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import { signText } from './device-key.ts';
import type { CallOutcome } from './till-machine.ts';
import type { PairedDevice } from './till-store.ts';

const TIMEOUT_MS = 20_000;

/** The version of this page; the till tells it with every call, so that an old one is seen. */
export const APP_VERSION: string =
  /index-([\w-]+)\.js/.exec(
    document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '',
  )?.[1] ?? 'dev';

export type CallFacts = {
  readonly last_no: number;
  readonly isOffer: boolean;
  readonly isStorageKept: boolean | null;
  /** Called with the server's clock less the till's. */
  readonly onClock: (offset_ms: number) => void;
};

/** Signs letters with the till's key and delivers them; an offer goes with the session of who sells. */
export async function sendLetters(
  { id, epoch }: PairedDevice,
  keys: CryptoKeyPair,
  letters: readonly Letter[],
  { last_no, isOffer, isStorageKept, onClock }: CallFacts,
): Promise<CallOutcome> {
  const origin = { device_id: id, epoch };
  const started = Date.now();
  const sent_at = new Date(started).toISOString();
  const sealed = await Promise.all(
    letters.map(async ({ seq, uuid, kind, body: content }) => {
      const text = toLetterText(origin, { seq, uuid, kind, body: content });
      return { seq, uuid, kind, body: canonicalJson(content), signature: await signText(keys, text) };
    }),
  );
  const signatures = sealed.map(({ signature }) => signature);
  const call = {
    ...origin,
    sent_at,
    last_no,
    app_version: APP_VERSION,
    ...(isStorageKept === null ? {} : { storage_kept: isStorageKept }),
    letters: sealed,
    signature: await signText(keys, toCallText(origin, { sent_at, last_no, signatures })),
  };
  try {
    const { results } = await callApi(tillApi.tillSync.sync, call, {
      branchId: null,
      session: isOffer ? 'kept' : 'none',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    onClock(Date.parse(results.server_time) - (started + Date.now()) / 2);
    return { answers: results.answers };
  } catch (error) {
    return { failure: (error instanceof CallFailure && error.code) || 'network' };
  }
}
