/** Letters and digits that cannot be confused on paper or by phone: without O, 0, I, 1 and L. */
export const CODE_SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** Generates a random coupon code of eight characters, all equally likely. */
export function generateCode(): string {
  // higher bytes are rejected, because they would make some characters more likely
  const limit = 256 - (256 % CODE_SIGNS.length);
  let code = '';
  while (code.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH * 2)))
      if (byte < limit && code.length < LENGTH) code += CODE_SIGNS[byte % CODE_SIGNS.length];
  }
  return code;
}
