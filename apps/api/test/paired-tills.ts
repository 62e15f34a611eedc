import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { canonicalJson, toCallText, toLetterText } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import type { Person } from './actors.ts';
import type { Reply, TestApp } from './app.ts';

type Kind = 'offer' | 'sold' | 'void';

/** A letter before it is signed; `seq` and `uuid` are given where a test says nothing. */
export type LetterWish = {
  readonly kind?: Kind;
  readonly seq?: number;
  readonly uuid?: string;
  readonly body?: unknown;
  /** What stands in the place of its signature. */
  readonly signature?: string;
};

type Call = {
  readonly token?: string;
  readonly epoch?: number;
  readonly device_id?: number;
  readonly last_no?: number;
  readonly key?: KeyObject;
  readonly signature?: string;
  readonly app?: TestApp;
};

/** A browser that was paired as a till, with its key: it signs and sends letters as the page does. */
export type PairedTill = {
  readonly device_id: number;
  readonly branch_id: number;
  readonly epoch: number;
  readonly key: KeyObject;
  /** The next number, which it gives to a letter without one. */
  take(): number;
  letter(wish: LetterWish): { seq: number; uuid: string; kind: Kind; body: string; signature: string };
  send(
    letters: readonly ReturnType<PairedTill['letter']>[],
    call?: Call,
  ): Promise<Reply<typeof api.tillSync.sync>>;
};

const b64 = (bytes: Buffer): string => bytes.toString('base64url');

/** A new key of a browser: the private part, and the public one as it is told. */
export function newTillKey(): { key: KeyObject; public_key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    key: privateKey,
    public_key: b64(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
  };
}

/** Pairs a browser with a till by a code that a manager has issued. */
export async function pairTill(
  app: TestApp,
  manager: Pick<Person, 'token'>,
  device_id: number,
  more: object = {},
): Promise<PairedTill> {
  const issued = await app.call(api.tillPairing.code, { device_id }, { token: manager.token });
  if (issued.status !== 200) throw new Error(issued.text);
  const { key, public_key } = newTillKey();
  const paired = await app.call(api.tillPairing.pair, { code: issued.results.code, public_key, ...more });
  if (paired.status !== 200) throw new Error(paired.text);
  const { device, epoch } = paired.results;
  return tillOf(app, { device_id, branch_id: device.branch_id, epoch, key });
}

/** A till with a key that it has. */
export function tillOf(
  app: TestApp,
  { device_id, branch_id, epoch, key }: Pick<PairedTill, 'device_id' | 'branch_id' | 'epoch' | 'key'>,
): PairedTill {
  let given = 0;
  const signed = (text: string, by: KeyObject = key) => b64(sign(null, Buffer.from(text), by));
  const take = () => {
    given += 1;
    return given;
  };
  return {
    device_id,
    branch_id,
    epoch,
    key,
    take,
    letter({ kind = 'sold', seq = take(), uuid = randomUUID(), body = {}, signature }) {
      const text = toLetterText({ device_id, epoch }, { seq, uuid, kind, body });
      return { seq, uuid, kind, body: canonicalJson(body), signature: signature ?? signed(text) };
    },
    send(letters, call = {}) {
      const origin = { device_id: call.device_id ?? device_id, epoch: call.epoch ?? epoch };
      const sent_at = new Date().toISOString();
      const last_no = call.last_no ?? given;
      const text = toCallText(origin, {
        sent_at,
        last_no,
        signatures: letters.map(({ signature }) => signature),
      });
      return (call.app ?? app).call(
        api.tillSync.sync,
        { ...origin, sent_at, last_no, letters, signature: call.signature ?? signed(text, call.key) },
        call.token ? { token: call.token } : {},
      );
    },
  };
}
