/** The specification's credit-card rule (section 5): 15 digits that start with 34 or 37. No number is ever stored. */
export function isCreditCard(text: string): boolean {
  return /^3[47]\d{13}$/.test(text);
}
