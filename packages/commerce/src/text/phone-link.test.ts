import { describe, expect, test } from 'vitest';
import { buildWhatsappLink } from './phone-link.ts';

describe('WhatsApp links for Qatari mobiles', () => {
  test.each(['+974 5512-3456', '0097455123456', '97455123456', '+٩٧٤٥٥١٢٣٤٥٦'])(
    'the phone number %s has a WhatsApp link',
    (phone) => {
      expect(buildWhatsappLink(phone)).toBe('https://wa.me/97455123456');
    },
  );

  test.each(['+201001234567', '974123', '+97424123456', '55123456', '', '974551234567'])(
    'the phone number %j has no WhatsApp link',
    (phone) => {
      expect(buildWhatsappLink(phone)).toBeNull();
    },
  );

  test('X10 the text of a WhatsApp link is encoded', () => {
    expect(buildWhatsappLink('97433001122', 'مرحبا & 100%')).toBe(
      `https://wa.me/97433001122?text=${encodeURIComponent('مرحبا & 100%')}`,
    );
  });
});
