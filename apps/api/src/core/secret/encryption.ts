import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'dukkan', purpose, 32));

/** Encrypts with AES-256-GCM under a key derived for this purpose. @returns nonce, tag and ciphertext */
export function encrypt(secret: string, purpose: string, text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), body]));
}

/** Decrypts the result of `encrypt`. @throws when the data was changed or the key differs */
export function decrypt(secret: string, purpose: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** HMAC-SHA256 in hex under a key derived for this purpose. */
export function hmac(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', keyFor(secret, purpose)).update(text).digest('hex');
}

/** Compares two hex digests in constant time; one of them may be arbitrary text of a client. */
export function isEqualHmac(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
