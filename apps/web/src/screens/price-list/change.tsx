import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { useFormat } from '../../lib/format.ts';

/** A change against the base price, with its sign. @param of in percent; null without a base price */
export const Change = ({ of }: { of: number | null }) => {
  const { number } = useFormat();
  if (of === null) return <EmptyCell />;
  const text = number(of / 100, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 });
  return <bdi className="tabular">{text}</bdi>;
};
