import { PRINT_PROFILES } from '@dukkan/contract';
import { expect, test, vi } from 'vitest';
import { drawPdf } from './draw.ts';
import { createPrintFormatter } from './print-formatter.ts';

const typeset = vi.hoisted((): { text: string; direction: string }[] => []);
vi.mock('./typesetter.ts', async (load) => {
  const real = await load<typeof import('./typesetter.ts')>();
  return {
    ...real,
    createTypesetter: (...of: Parameters<typeof real.createTypesetter>) => {
      const type = real.createTypesetter(...of);
      return {
        ...type,
        lines: (...line: Parameters<typeof type.lines>) => {
          typeset.push({ text: line[0], direction: line[3] });
          return type.lines(...line);
        },
      };
    },
  };
});

test.each(PRINT_PROFILES)(
  'amounts in riyals are typeset from right to left on Arabic paper %s',
  async (profile) => {
    const { money, amount } = createPrintFormatter('ar', 'QAR', 'Asia/Qatar');
    const amounts = {
      sum: money(296.49),
      less: money(-0.12),
      price: money(12.5),
      net: money(25),
      tax: money(1.25),
    };
    typeset.length = 0;
    await drawPdf(
      {
        locale: 'ar',
        title: 'فاتورة',
        subject: '#12',
        shop: { name: 'دكان', contacts: [] },
        facts: [],
        lines: {
          columns: [
            { role: 'code', label: 'الرمز' },
            { role: 'title', label: 'الصنف' },
            { role: 'quantity', label: 'الكمية' },
            { role: 'price', label: 'السعر' },
            { role: 'sum', label: 'القيمة' },
          ],
          rows: [{ cells: ['A-1', 'حليب', '2', amounts.price, amounts.net] }],
        },
        sums: [
          { label: 'المجموع', value: amounts.sum, strong: true },
          { label: 'الفرق', value: amounts.less },
          { label: 'بلا عملة', value: amount(-3) },
        ],
        taxes: { columns: ['النسبة', 'الضريبة'], rows: [['5%', amounts.tax]] },
        notes: [],
        foot: [],
        pageText: '{{page}} / {{pages}}',
      },
      profile,
      new Date(0),
    );
    const isAmount = ({ text }: { text: string }) => Object.values(amounts).some((one) => text.includes(one));
    const drawn = typeset.filter(isAmount);
    expect(new Set(drawn.map(({ text }) => text)).size).toBeGreaterThanOrEqual(Object.keys(amounts).length);
    expect(drawn.filter(({ direction }) => direction === 'ltr')).toEqual([]);
  },
);
