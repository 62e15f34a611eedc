import { EmptyCell } from '../kit/kinds/cell.tsx';
import { isolateBidi } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';

type Plate = {
  readonly area_no: string | null;
  readonly street: string | null;
  readonly home_no: string | null;
};

/** The address as on Qatar's blue plates: zone, street, building; a street with a name shows the name. */
export const AddressPlate = ({ of }: { of: Plate }) => {
  const { t } = useTranslation('address');
  const parts = (['area_no', 'street', 'home_no'] as const).flatMap((part) => {
    const no = of[part];
    if (!no) return [];
    return /^\d/.test(no) ? t(`plate.${part}`, { no: isolateBidi(no) }) : isolateBidi(no);
  });
  return parts.length === 0 ? (
    <EmptyCell />
  ) : (
    <span className="whitespace-nowrap max-md:whitespace-normal">{parts.join(t('plate.join'))}</span>
  );
};
