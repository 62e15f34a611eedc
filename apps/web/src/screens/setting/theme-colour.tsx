import { computeButtonContrast, findReadableShade, isColour, MIN_CONTRAST } from '@dukkan/commerce';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, cx, Input } from '../../ui/index.ts';

type ColourControlProps = {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** The accessible name of the browser's colour picker. */
  label: string;
};

/** Adds a missing # to a colour, so that one copied from elsewhere can be pasted. */
const addHash = (text: string): string => (isColour(`#${text.trim()}`) ? `#${text.trim()}` : text.trim());

/** A colour as the browser's colour picker and as text. */
export const ColourControl = ({ value, onChange, onBlur, label }: ColourControlProps) => (
  <div className="flex items-center gap-2">
    <input
      type="color"
      aria-label={label}
      value={isColour(value) ? value.toLowerCase() : '#000000'}
      onChange={(event) => onChange(event.target.value)}
      className="h-control w-12 shrink-0 rounded-md border border-line-strong bg-surface p-1 disabled:opacity-50"
    />
    <Input
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      maxLength={20}
      value={value}
      onChange={(event) => onChange(addHash(event.target.value))}
      onBlur={onBlur}
      className="tabular"
    />
  </div>
);

/**
 * Shows the contrast of white text on the selected colour, and the nearest shade that is sufficient.
 * Rule: docs/rules/theme.md#readable-colors
 */
export const ContrastNote = ({ name, locked }: { name: string; locked: boolean }) => {
  const { t } = useTranslation('theme');
  const { number } = useFormat();
  const { setValue, clearErrors } = useFormContext();
  const colour = String(useWatch({ name }) ?? '');
  if (!isColour(colour)) return null;
  const contrast = computeButtonContrast(colour);
  const isReadable = contrast >= MIN_CONTRAST;
  const shade = findReadableShade(colour);
  const take = () => {
    clearErrors(name);
    setValue(name, shade, { shouldDirty: true, shouldTouch: true });
  };
  const Mark = isReadable ? CircleCheck : TriangleAlert;
  // rounded down, so that an insufficient contrast never looks sufficient
  const contrastText = number(Math.floor(contrast * 100) / 100, { minimumFractionDigits: 2 });
  return (
    <div role="status" className="grid justify-items-start gap-2 text-sm">
      <p className={cx('flex items-start gap-1.5', isReadable ? 'text-success-text' : 'text-danger-text')}>
        <Mark aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          {t(isReadable ? 'contrast.good' : 'contrast.low', {
            contrast: contrastText,
            least: number(MIN_CONTRAST),
          })}
        </span>
      </p>
      {isReadable || locked ? null : (
        <Button size="sm" onClick={take} icon={<ColourSwatch colour={shade} />}>
          {t('contrast.use')} <Bdi dir="ltr">{shade}</Bdi>
        </Button>
      )}
    </div>
  );
};

const ColourSwatch = ({ colour }: { colour: string }) => (
  <span
    aria-hidden="true"
    className="size-4 rounded-sm border border-line-strong"
    style={{ background: colour }}
  />
);
