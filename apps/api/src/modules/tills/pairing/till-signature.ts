import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** What stands before a raw Ed25519 key in the form that the platform reads. */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

const decode = (text: string): Buffer => Buffer.from(text, 'base64url');

function readKey(public_key: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([PREFIX, decode(public_key)]), format: 'der', type: 'spki' });
}

/** True for 32 bytes as base64url that are a public key. */
export function isEd25519Key(public_key: string): boolean {
  if (!/^[\w-]{43}$/.test(public_key) || decode(public_key).length !== KEY_BYTES) return false;
  try {
    return readKey(public_key).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/**
 * True when the holder of the key signed this text.
 * Rule: docs/rules/till-sales.md#letters
 */
export function isSignedBy(public_key: string, text: string, signature: string): boolean {
  const bytes = decode(signature);
  if (bytes.length !== SIGNATURE_BYTES) return false;
  return verify(null, Buffer.from(text), readKey(public_key), bytes);
}
