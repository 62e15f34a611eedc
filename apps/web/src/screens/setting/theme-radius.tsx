import { MAX_RADIUS } from 'virtual:facts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useField } from '../../ui/index.ts';

type RadiusControlProps = { value: number; onChange: (value: number) => void; disabled: boolean };

/** Selects the corner radius in pixels. */
export const RadiusControl = ({ value, onChange, disabled }: RadiusControlProps) => {
  const { t } = useTranslation('theme');
  const { number } = useFormat();
  const wiring = useField({});
  return (
    <div className="flex items-center gap-3">
      <input
        {...wiring}
        type="range"
        min={0}
        max={MAX_RADIUS}
        step={1}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-control min-w-0 flex-1 accent-(--primary-solid)"
      />
      <output className="w-12 text-end text-sm text-muted tabular">
        {t('pixels', { value: number(value) })}
      </output>
    </div>
  );
};
