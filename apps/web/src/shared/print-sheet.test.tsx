import type { PrintedContent } from '@dukkan/contract';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PaperSheet } from './print-sheet.tsx';

const amounts = ['296.49 ر.ق.', '\u2066-0.12\u2069 ر.ق.', '12.50 ر.ق.', '25.00 ر.ق.', '1.25 ر.ق.'] as const;
const [sum, less, price, net, tax] = amounts;
const invoice: PrintedContent = {
  profile: 'a5',
  locale: 'ar',
  title: 'فاتورة',
  subject: '#12',
  shop: { name: 'دكان', contacts: ['+97455123456'], logo_url: null },
  facts: [],
  columns: [
    { role: 'code', label: 'الرمز' },
    { role: 'title', label: 'الصنف' },
    { role: 'quantity', label: 'الكمية' },
    { role: 'price', label: 'السعر' },
    { role: 'sum', label: 'القيمة' },
  ],
  rows: [{ cells: ['A-1', 'حليب', '2', price, net], also: null }],
  sums: [
    { label: 'المجموع', value: sum, strong: true },
    { label: 'الفرق', value: less, strong: false },
  ],
  taxes: { columns: ['النسبة', 'الضريبة'], rows: [['5%', tax]] },
  notes: [],
  qr: null,
  foot: [],
};

it.each(['a4', 'a5', '80', '58'] as const)(
  'an amount in riyals on Arabic paper %s has the direction of its currency',
  (paper) => {
    const { container } = render(<PaperSheet of={invoice} paper={paper} />);
    const boxes = [...container.querySelectorAll('bdi')];
    const drawn = boxes.filter((box) => amounts.some((amount) => box.textContent?.includes(amount)));
    expect(drawn).toHaveLength(amounts.length);
    expect(drawn.filter((box) => box.dir === 'ltr').map((box) => box.textContent)).toEqual([]);
    const code = boxes.find((box) => box.textContent === 'A-1');
    expect(code?.dir).toBe('ltr');
  },
);

it.each(['a4', 'a5', '80', '58'] as const)(
  'a document without lines has no empty table on paper %s',
  (paper) => {
    const { container } = render(<PaperSheet of={{ ...invoice, rows: [], taxes: null }} paper={paper} />);
    expect(container.querySelector('table, ul, ol')).toBeNull();
  },
);
