import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toSerialNumber, toSignedBytes, verifyFiscalCode } from './signed-bytes.ts';

/** Two receipts of other shops, as they were printed. */
const P256 =
  'V0;ERS 8cb8e2de-4052-481b-945b-118022951944;Kassenbeleg-V1;Beleg^21.42_0.00_0.00_0.00_0.00^21.42:Unbar;1;31;2021-08-23T14:36:27.000Z;2021-08-23T14:36:33.000Z;ecdsa-plain-SHA256;unixTime;TGnWiq3ZW7gi4Vs+DxLGsJZj9v271dHmhQAcb057F3oWkdKJ61UW2LLVTZQhW673yLa53Mm6oPeMU1Ns3ZOH7w==;BGFKQP7EENf3s5hTDXvlh+xyJ1Q9BNIa9LyYbYK+pTAKAGQ2fmI40p5QOrpHpvb+UuOrNQJdhzggHNfyyyDyf/g=';
const BRAINPOOL =
  'V0;AMA-6200;KassenBeleg-V1;Beleg^2.90_0.00_0.00_0.00_2.10^5.00:Unbar;160504;344413;2021-07-23T10:12:54.000Z;2021-07-23T10:12:55.000Z;ecdsa-plain-SHA384;unixTime;NgqBkWMvhLmCKa9cJJ8JodfAdlkfcFFyW0J7Ks9lTz9I4QFKhLzyGF/02kWsCRg0LoiJtkq+0Ak9GovodNFLOBG00ewEj40/GbI9zLtNt9j90w4Sz3GcxTSrr3rqhIhN;BCd1vZvSJsJwBTqshgDVsrG4Gg+oN3jeeFEgjGiKs9ELd170vy/jO3iMMF6tAVUfjyYn9jRXng8Z4qWXaqoJ53+y+OFeSY/lQsdZWCODkzhlhkJxJw2k9Z1A4gFX6Riotw==';

describe('receipt codes', () => {
  it.each([
    ['V1.5', P256, '21.42:Unbar', '21.43:Unbar'],
    ['V1.6', BRAINPOOL, '5.00:Unbar', '5.01:Unbar'],
  ])(
    'the receipt code of %s verifies as printed and not with one digit changed',
    (_name, code, printed, changed) => {
      expect(verifyFiscalCode(code)).toMatchObject({ valid: true, differs: null });
      const other = code.replace(printed, changed);
      expect(other).not.toBe(code);
      expect(verifyFiscalCode(other)).toMatchObject({ valid: false, differs: 'signature_value' });
    },
  );

  it('a receipt code with a missing or unreadable field is refused', () => {
    expect(verifyFiscalCode('hello')).toBeNull();
    expect(verifyFiscalCode(P256.replace('SHA256', 'SHA1'))).toMatchObject({ differs: 'algorithm' });
    expect(verifyFiscalCode(P256.replace(';31;', ';x;'))).toMatchObject({ differs: 'signature_counter' });
    expect(verifyFiscalCode(P256.replace('BGFK', 'AGFK'))).toMatchObject({ valid: false });
  });
});

it('V1.7 the signed bytes of a known signature log row are exactly as specified', () => {
  const point = Buffer.from(
    'BAVHkwS3tptbKRK2Z8E6a8u8N/Qkw/6gBr89NivYZciYJVpF5uQPQTpgb64I3STVhUpLVc/ZCZOz7eaBol+qUnY=',
    'base64',
  );
  const serial_number = toSerialNumber(point);
  expect(serial_number).toBe('2be721cf1a255afd12626533e251fe7b3e3c8af625b9f12803918a9bb1952867');
  const bytes = toSignedBytes({
    operation: 'FinishTransaction',
    client_serial: 'UT-TEST-101bd1cd-286c-4c3b-9ae5-43d4fad02f08',
    process_data: 'Beleg^4.20_0.00_0.00_0.00_0.00^4.20:Unbar',
    process_type: 'Kassenbeleg-V1',
    transaction_number: 1,
    serial_number,
    algorithm: 'ecdsa-plain-SHA256',
    signature_counter: 27,
    log_time: 1_787_078_299,
  });
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '0f959024d126c140087897e561ce7025ab4420a42d223f3b735554029b679707',
  );
  const hex = bytes.toString('hex');
  expect(hex.startsWith('020102060904007f000703070101801146696e697368')).toBe(true);
  expect(hex.endsWith('02011b02046a84a69b')).toBe(true);
});
