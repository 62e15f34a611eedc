import { useWatch } from 'react-hook-form';
import { getTextDirection, useTranslation } from '../../lib/i18n.ts';
import { findPictureForLocale, type PictureLocale, useCurrentPictures } from './pictures.tsx';
import { type BannerRecord, useSliders } from './record.ts';

type Texts = Record<PictureLocale, string>;
type Values = {
  slider_id: number | null;
  titles: Texts;
  target: { type: string; title: Texts };
  focus: { x: number; y: number };
};

/**
 * Previews the banner in its slider's aspect ratio, in a left-to-right and a right-to-left language, in full width and
 * on a phone.
 */
export const Previews = ({ record }: { record: BannerRecord | null }) => {
  const { t } = useTranslation('banner');
  const values = useWatch() as Values;
  const slider = useSliders().results?.find(({ id }) => id === values.slider_id);
  const pictures = useCurrentPictures({ record });
  if (!slider || !findPictureForLocale(pictures, 'ar'))
    return <p className="text-muted">{t('preview_empty')}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-gap md:grid-cols-2">
      {(['en', 'ar'] as const).map((locale) => (
        <PreviewStrip
          key={locale}
          locale={locale}
          ratio={`${slider.width} / ${slider.height}`}
          picture={findPictureForLocale(pictures, locale) ?? ''}
          values={values}
        />
      ))}
    </div>
  );
};

type StripProps = { locale: PictureLocale; ratio: string; picture: string; values: Values };

const PreviewStrip = ({ locale, ratio, picture, values }: StripProps) => {
  const { t } = useTranslation(['banner', 'kit']);
  const { titles, target, focus } = values;
  const title = titles[locale] || titles.ar || titles.en || titles.de;
  const words = target.type === 'none' ? '' : target.title[locale];
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm text-muted">{t(`kit:localized.${locale}`)}</figcaption>
      <div
        dir={getTextDirection(locale)}
        lang={locale}
        className="relative max-h-96 w-full overflow-hidden rounded-lg bg-sunken"
        style={{ aspectRatio: ratio }}
      >
        <img
          src={picture}
          alt={title}
          className="size-full object-cover"
          style={{ objectPosition: `${Number(focus.x)}% ${Number(focus.y)}%` }}
        />
        {words ? (
          <span className="absolute start-3 bottom-3 max-w-[80%] truncate rounded-md bg-surface px-3 py-1 text-sm font-medium text-ink">
            {words}
          </span>
        ) : null}
      </div>
    </figure>
  );
};
