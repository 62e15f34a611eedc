/** Letters and digits that nobody takes for each other on paper or by phone: no O, 0, I, 1 and L. */
export const CODE_SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** A coupon code of eight signs, each as likely as the others. */
export function generateCode(): string {
  // a byte beyond the last whole run of signs would make some of them likelier
  const limit = 256 - (256 % CODE_SIGNS.length);
  let code = '';
  while (code.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH * 2)))
      if (byte < limit && code.length < LENGTH) code += CODE_SIGNS[byte % CODE_SIGNS.length];
  }
  return code;
}
