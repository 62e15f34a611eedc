import { normalizePhoneText } from './phone-text.ts';

/**
 * The WhatsApp link of a Qatari mobile number, else null. Accepts E.164 and other spellings (+974 …, 00974 …, spaces,
 * dashes, Arabic digits); wa.me takes digits only.
 */
export function buildWhatsappLink(phone: string, text?: string): string | null {
  const digits = normalizePhoneText(phone).replace(/\D/g, '').replace(/^00/, '');
  if (!/^974[3-7]\d{7}$/.test(digits)) return null;
  return `https://wa.me/${digits}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}
