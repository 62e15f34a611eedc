import { parseDrawnShape, type ShapeRefusal } from '@dukkan/commerce';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, Field, Textarea } from '../../ui/index.ts';
import type { Drawing } from '../../ui/zone-map.tsx';
import { formatDrawing } from './drawing.ts';

type CoordinatesProps = { value: string; onChange: (value: string) => void; disabled: boolean };

/** The drawing as text: GeoJSON or Google's arrays are pasted here, and a zone is drawn without a pointer. */
export const Coordinates = ({ value, onChange, disabled }: CoordinatesProps) => {
  const { t } = useTranslation(['location', 'failures']);
  const [typed, setTyped] = useState(value);
  const [refusal, setRefusal] = useState<ShapeRefusal | null>(null);
  const take = () => {
    if (typed.trim() === '') return onChange('');
    const result = parseDrawnShape(typed);
    setRefusal(result.refusal);
    if (result.shape) onChange(formatDrawing(result.shape.polygons as Drawing));
  };
  return (
    <div className="grid gap-2">
      <Field
        id="zone-coordinates"
        label={t('location:coordinates.label')}
        hint={t('location:coordinates.hint')}
        // among the options themselves `lng` would be a language
        error={refusal ? <bdi>{t(`failures:${refusal.code}`, { replace: { ...refusal } })}</bdi> : undefined}
      >
        <Textarea
          dir="ltr"
          rows={5}
          spellCheck={false}
          className="font-mono text-xs"
          value={typed}
          disabled={disabled}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div>
        <Button size="sm" disabled={disabled || typed === value} onClick={take}>
          {t('location:coordinates.take')}
        </Button>
      </div>
    </div>
  );
};
