import { describe, expect, it } from 'vitest';
import {
  type FiscalReceipt,
  formatFiscalCode,
  formatProcessData,
  isFiscalReceiptBalanced,
  parseFiscalCode,
  reverseProcessData,
  toClientSerial,
} from './fiscal.ts';

const cash = (amount: bigint) => ({ kind: 'CASH' as const, amount, currency: 'EUR' });
const card = (amount: bigint) => ({ kind: 'NON_CASH' as const, amount, currency: 'EUR' });
const sale: FiscalReceipt = {
  vat: [
    { slot: 'REDUCED_1', gross: 2550n },
    { slot: 'NORMAL', gross: 692n },
  ],
  payments: [cash(3242n)],
};

describe('the signed data of a receipt', () => {
  it('V1.1 signed data names the amounts by tax rate and the payments', () => {
    expect(formatProcessData(sale)).toBe('Beleg^6.92_25.50_0.00_0.00_0.00^32.42:Bar');
  });

  it('V1.2 signed data of a return has every amount negated', () => {
    const back = 'Beleg^-6.92_-25.50_0.00_0.00_0.00^-32.42:Bar';
    const vat = sale.vat.map((one) => ({ ...one, gross: -one.gross }));
    expect(formatProcessData({ vat, payments: [cash(-3242n)] })).toBe(back);
    expect(reverseProcessData(formatProcessData(sale))).toBe(back);
    expect(reverseProcessData(back)).toBe(formatProcessData(sale));
  });

  it('V1.3 signed data puts a tip into the last tax slot', () => {
    const vat = [{ slot: 'NORMAL', gross: 290n } as const, { slot: 'NULL', gross: 210n } as const];
    expect(formatProcessData({ vat, payments: [card(500n)] })).toBe(
      'Beleg^2.90_0.00_0.00_0.00_2.10^5.00:Unbar',
    );
  });

  it('V1.4 signed data puts cash first', () => {
    const vat = [{ slot: 'NORMAL', gross: 1000n } as const];
    expect(formatProcessData({ vat, payments: [card(600n), cash(400n)] })).toBe(
      'Beleg^10.00_0.00_0.00_0.00_0.00^4.00:Bar_6.00:Unbar',
    );
  });

  it('signed data adds up payments of one kind and names a foreign currency', () => {
    const vat = [{ slot: 'NORMAL', gross: 105n } as const];
    const payments = [cash(100n), cash(-5n), { ...cash(10n), currency: 'CHF' }];
    expect(formatProcessData({ vat, payments })).toBe('Beleg^1.05_0.00_0.00_0.00_0.00^0.95:Bar_0.10:Bar:CHF');
  });

  it('a receipt whose payments differ from its amounts is detected', () => {
    expect(isFiscalReceiptBalanced(sale)).toBe(true);
    expect(isFiscalReceiptBalanced({ ...sale, payments: [cash(3243n)] })).toBe(false);
  });
});

describe('the code of a receipt', () => {
  it('a receipt code is read as it was written', () => {
    const text = 'V0;POS-1-7;Kassenbeleg-V1;Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar;1;2;a;b;c;d;e;f';
    const code = parseFiscalCode(`\n${text} `);
    expect(code?.transaction_number).toBe('1');
    expect(code && formatFiscalCode(code)).toBe(text);
  });

  it('a receipt code with a missing field or another version is refused', () => {
    expect(parseFiscalCode('V0;POS-1-7;Kassenbeleg-V1')).toBeNull();
    expect(parseFiscalCode('V1;b;c;d;e;f;g;h;i;j;k;l')).toBeNull();
  });
});

it("a till's name has no character that would break the receipt code", () => {
  expect(toClientSerial('12', 7)).toBe('POS-12-7');
  for (const no of ['1;2', '1/2', '1_2', '1\n2', '9'.repeat(70)]) expect(toClientSerial(no, 7)).toBeNull();
});
