import type { PrintTaxes } from './print-document.ts';
import type { PrintFormatter } from './print-formatter.ts';

export type TaxRate = {
  readonly tax_bp: number;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
};

/** Builds the table of tax by rate; undefined without taxes. */
export function buildTaxTable(
  taxes: readonly TaxRate[],
  { text, percent, amount }: PrintFormatter,
): PrintTaxes | undefined {
  if (!taxes.some(({ tax_bp }) => tax_bp > 0)) return undefined;
  return {
    columns: [text('tax'), text('tax_net'), text('tax'), text('tax_gross')],
    rows: taxes.map(({ tax_bp, net, tax, gross }) => [
      percent(tax_bp),
      amount(net),
      amount(tax),
      amount(gross),
    ]),
  };
}
