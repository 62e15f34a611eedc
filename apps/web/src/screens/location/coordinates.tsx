import { parseDrawnShape, type ShapeRefusal } from '@dukkan/commerce';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, Field, Textarea, useFilePick } from '../../ui/index.ts';
import type { Drawing } from '../../ui/map/zone-map.tsx';
import { formatDrawing } from './drawing.ts';
import { type DrawingFile, readDrawingFile, readDrawingText } from './read-drawing-file.ts';

type CoordinatesProps = { value: string; onChange: (value: string) => void; disabled: boolean };

const ACCEPT = '.geojson,.json,.kml,.kmz';
const MAX_KB = 5 * 1024;

/** The drawing as text or file: GeoJSON, KML or Google's arrays; this way a zone can be defined without a pointer. */
export const Coordinates = ({ value, onChange, disabled }: CoordinatesProps) => {
  const { t } = useTranslation(['location', 'failures']);
  const [typed, setTyped] = useState(value);
  const [refusal, setRefusal] = useState<ShapeRefusal | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [read, setRead] = useState<DrawingFile | null>(null);
  const takeOne = (text: string) => {
    setRead(null);
    const result = parseDrawnShape(text);
    setRefusal(result.refusal);
    if (result.shape) onChange(formatDrawing(result.shape.polygons as Drawing));
  };
  const take = async (text: string) => {
    setFileError(null);
    if (text.trim() === '') return onChange('');
    const file = await readDrawingText(text);
    const [first, ...others] = file?.areas ?? [];
    setRead(null);
    if (file === null) takeOne(text);
    else if (!first) setFileError(t('location:coordinates.no_area'));
    else if (others.length === 0) takeOne(first.text);
    else setRead(file);
  };
  const { input, pick } = useFilePick({
    accept: ACCEPT,
    maxKb: MAX_KB,
    disabled,
    onFile: (file) => {
      readDrawingFile(file)
        .then((text) => {
          setTyped(text);
          return take(text);
        })
        .catch(() => setFileError(t('location:coordinates.unreadable')));
    },
    onRefuse: (reason) => setFileError(t(`location:coordinates.file_${reason}`)),
  });
  return (
    <div className="grid gap-2">
      <Field
        id="zone-coordinates"
        label={t('location:coordinates.label')}
        hint={t('location:coordinates.hint')}
        error={
          fileError ?? (refusal ? <bdi>{t(`failures:${refusal.code}`, { ...refusal })}</bdi> : undefined)
        }
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
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={disabled || typed === value} onClick={() => void take(typed)}>
          {t('location:coordinates.take')}
        </Button>
        {input}
        <Button size="sm" icon={<FileUp />} disabled={disabled} onClick={pick}>
          {t('location:coordinates.file')}
        </Button>
      </div>
      {read ? <AreaChoice of={read} onPick={takeOne} /> : null}
    </div>
  );
};

/** Asks which of several areas in the text or file is the zone. */
const AreaChoice = ({
  of: { areas, skipped },
  onPick,
}: {
  of: DrawingFile;
  onPick: (text: string) => void;
}) => {
  const { t } = useTranslation('location');
  const { number } = useFormat();
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line p-3">
      <legend className="px-1 text-sm font-medium">
        {t('coordinates.which', { count: areas.length, shown: number(areas.length) })}
      </legend>
      {skipped > 0 ? (
        <p className="text-sm text-muted">
          {t('coordinates.skipped', { count: skipped, shown: number(skipped) })}
        </p>
      ) : null}
      <ul className="flex max-h-60 flex-wrap gap-2 overflow-y-auto">
        {areas.map(({ name, text }, at) => (
          <li key={text} className="max-w-full">
            <Button size="sm" onClick={() => onPick(text)} className="max-w-full">
              <bdi className="truncate">{name || t('coordinates.area', { shown: number(at + 1) })}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
};
