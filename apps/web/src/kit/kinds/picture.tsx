import { IMAGE_TYPES } from 'virtual:facts';
import { use, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { getFieldValue } from '../../lib/fact.ts';
import { explainPictureSize, readPicture } from '../../lib/form/picture-data.ts';
import { useFormat } from '../../lib/format.ts';
import { useLocale, useTranslation } from '../../lib/i18n.ts';
import { ImageField } from '../../ui/index.ts';
import { DraftContext } from '../form/use-draft.ts';
import type { ControlProps } from './control.tsx';

const FILE_MAX_KB = 20 * 1024;

/** A picture field: undefined keeps the stored picture, null removes it, a data URL replaces it. */
export const PictureControl = ({ of, value, onChange, disabled }: ControlProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  const locale = useLocale();
  const { number } = useFormat();
  const { setError, clearErrors } = useFormContext();
  const draft = use(DraftContext);
  const [busy, setBusy] = useState(false);
  const storedUrl = of.shown ? getFieldValue(draft?.record, of.shown) : null;
  const src = typeof value === 'string' ? value : value === null ? null : storedUrl;
  const refuse = (message: string) => setError(of.name, { type: 'file', message });
  const take = async (file: File) => {
    setBusy(true);
    try {
      const names = { field: of.name, locale };
      const problem = of.minimum ? await explainPictureSize(file, of.minimum, names) : null;
      if (problem !== null) return refuse(problem);
      onChange(await readPicture(file));
      clearErrors(of.name);
    } catch {
      refuse(t('kit:picture.unreadable'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ImageField
      src={typeof src === 'string' && src !== '' ? src : null}
      alt={t(of.label)}
      accept={IMAGE_TYPES.join(',')}
      maxKb={FILE_MAX_KB}
      label={t('kit:picture.pick')}
      hint={t('kit:picture.hint')}
      replaceLabel={t('kit:picture.replace')}
      removeLabel={t('kit:picture.remove')}
      onRemove={() => onChange(null)}
      onFile={(file) => void take(file)}
      onRefuse={(reason) => refuse(t(`kit:picture.${reason}`, { megabytes: number(FILE_MAX_KB / 1024) }))}
      disabled={disabled || busy}
    />
  );
};
