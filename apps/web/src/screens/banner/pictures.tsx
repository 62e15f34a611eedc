import { LOCALES } from '@dukkan/commerce';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormInput } from '../../kit/index.ts';
import { PictureControl } from '../../kit/kinds/picture.tsx';
import { getTextDirection, useLocale, useTranslation } from '../../lib/i18n.ts';
import { LocalizedTabs } from '../../ui/index.ts';
import { formFields } from './fields.ts';
import type { BannerRecord } from './record.ts';

export type PictureLocale = (typeof LOCALES)[number];

type SentPictures = Partial<Record<PictureLocale, string | null>>;
type BannerPicturesProps = { record: BannerRecord | null };

/** Returns the pictures that a save would result in: newly selected ones, else the stored ones. */
export function useCurrentPictures({ record }: BannerPicturesProps): Record<PictureLocale, string | null> {
  const { control } = useFormContext();
  const sentPictures = (useWatch({ control, name: 'images_base64' }) ?? {}) as SentPictures;
  const of = (code: PictureLocale) =>
    sentPictures[code] === undefined ? (record?.images_url[code] ?? null) : sentPictures[code];
  return { ar: of('ar'), en: of('en'), de: of('de') };
}

/** Returns a language's picture: its own, else the first that exists, which is also how apps choose. */
export const findPictureForLocale = (
  pictures: Record<PictureLocale, string | null>,
  locale: PictureLocale,
): string | null => [locale, ...LOCALES].map((code) => pictures[code]).find((one) => one !== null) ?? null;

/** The picture of each language, one at a time. */
export const BannerPictures = ({ record, locked }: BannerPicturesProps & { locked: boolean }) => {
  const { t } = useTranslation(['banner', 'kit']);
  const locale = useLocale();
  const pictures = useCurrentPictures({ record });
  const sorted = LOCALES.toSorted((a, b) => Number(b === locale) - Number(a === locale));
  const isPartial = LOCALES.some((code) => pictures[code]) && !LOCALES.every((code) => pictures[code]);
  return (
    <FormInput
      of={formFields.images_base64}
      required
      disabled={locked}
      {...(isPartial ? { hint: t('banner:picture_missing') } : {})}
    >
      {({ value, onChange, onBlur }) => (
        <LocalizedTabs
          label={t('kit:localized.label')}
          missingLabel={t('banner:no_picture')}
          languages={sorted.map((code) => ({
            code,
            label: t(`kit:localized.${code}`),
            dir: getTextDirection(locale),
            missing: isPartial && pictures[code] === null,
          }))}
        >
          {({ code }) => (
            <PictureControl
              of={{ ...formFields.images_base64, shown: `images_url.${code}` }}
              value={(value as SentPictures)[code]}
              onChange={(next) => onChange({ ...(value as SentPictures), [code]: next })}
              onBlur={onBlur}
              disabled={locked}
            />
          )}
        </LocalizedTabs>
      )}
    </FormInput>
  );
};

const toPercent = (part: number, whole: number) =>
  Math.min(100, Math.max(0, Math.round((part / whole) * 100)));

/** The point that stays visible when a picture is cropped: a click on the picture, or two numbers. */
export const FocusField = ({ record, locked }: BannerPicturesProps & { locked: boolean }) => {
  const { t } = useTranslation('banner');
  const locale = useLocale();
  const { control, setValue } = useFormContext();
  const focus = useWatch({ control, name: 'focus' }) as { x: number; y: number };
  const picture = findPictureForLocale(useCurrentPictures({ record }), locale);
  if (!picture) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="text-sm text-muted">{t('focus_hint')}</p>
      {/* the numbers below are the keyboard's way to do the same */}
      <div
        className="relative w-fit max-w-full cursor-crosshair overflow-hidden rounded-md border border-line"
        onPointerDown={(event) => {
          if (locked) return;
          const box = event.currentTarget.getBoundingClientRect();
          const point = {
            x: toPercent(event.clientX - box.left, box.width),
            y: toPercent(event.clientY - box.top, box.height),
          };
          setValue('focus', point, { shouldDirty: true });
        }}
      >
        <img src={picture} alt="" draggable={false} className="block max-h-64 max-w-full" />
        <span
          aria-hidden="true"
          dir="ltr"
          className="absolute size-4 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface bg-primary-solid shadow"
          style={{ left: `${Number(focus.x)}%`, top: `${Number(focus.y)}%` }}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <FormInput of={formFields.focus_x} disabled={locked} />
        <FormInput of={formFields.focus_y} disabled={locked} />
      </div>
    </div>
  );
};
