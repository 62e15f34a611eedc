import { toBase64Url } from './base64url.ts';

const ED25519 = { name: 'Ed25519' } as const;

/** Makes the till's key pair; its private part never leaves the browser. */
export async function createDeviceKeys(): Promise<CryptoKeyPair> {
  const keys = await crypto.subtle.generateKey(ED25519, false, ['sign', 'verify']);
  if (!('privateKey' in keys)) throw new Error('no key pair');
  return keys;
}

/** Returns the public part: 32 bytes as base64url. */
export const exportPublicKey = async ({ publicKey }: CryptoKeyPair): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)));

/** Signs a text in UTF-8; base64url. */
export const signText = async ({ privateKey }: CryptoKeyPair, text: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.sign(ED25519, privateKey, new TextEncoder().encode(text))));

/** Returns a customer's number as the lists of the pack know it. */
export async function hashPhone(phone: string, salt: string): Promise<string> {
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(salt), algorithm, false, ['sign']);
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(phone))));
}
