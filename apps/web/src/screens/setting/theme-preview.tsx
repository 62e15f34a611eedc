import type { Locale } from '@dukkan/commerce';
import { type CSSProperties, Suspense, useState } from 'react';
import { getTextDirection, useLocale, useTranslation } from '../../lib/i18n.ts';
import { Card, CardBody, CardHeader, cx, Field, Select, Spinner } from '../../ui/index.ts';
import { type SampleTheme, ThemeSample } from './theme-sample.tsx';
import { ColourVisionFilters, getVisionFilter, VISIONS, type Vision } from './theme-vision.tsx';

const SKINS = ['light', 'dark'] as const;

/**
 * Previews the theme on real components: light and dark, left-to-right and right-to-left, side by side.
 * Rule: docs/rules/theme.md#preview
 */
export const ThemePreview = ({ theme }: { theme: SampleTheme }) => {
  const { t } = useTranslation('theme');
  const [vision, setVision] = useState<Vision>('normal');
  const reader = useLocale();
  const languages: readonly Locale[] = [reader === 'ar' ? 'en' : reader, 'ar'];
  return (
    <Card>
      <CardHeader title={t('preview.title')} description={t('preview.text')} />
      <CardBody className="grid gap-gap">
        <Field label={t('vision.label')} className="max-w-64">
          <Select
            value={vision}
            onChange={setVision}
            options={VISIONS.map((value) => ({ value, label: t(`vision.${value}`) }))}
          />
        </Field>
        <ColourVisionFilters />
        <div className="grid min-w-0 gap-gap md:grid-cols-2" style={{ filter: getVisionFilter(vision) }}>
          {SKINS.flatMap((skin) =>
            languages.map((locale) => (
              <figure key={`${skin} ${locale}`} className="min-w-0">
                <figcaption className="mb-1 text-sm text-subtle">
                  {t(`preview.${skin}_${getTextDirection(locale)}`)}
                </figcaption>
                <div
                  data-theme=""
                  data-skin={skin}
                  data-density={theme.density}
                  dir={getTextDirection(locale)}
                  lang={locale}
                  // inert, because the preview must not be operable
                  inert
                  style={{ '--brand': theme.primary, '--corner': `${theme.radius}px` } as CSSProperties}
                  className={cx('min-w-0 overflow-hidden rounded-lg border border-line bg-canvas text-ink')}
                >
                  <Suspense fallback={<Spinner />}>
                    <ThemeSample theme={theme} locale={locale} />
                  </Suspense>
                </div>
              </figure>
            )),
          )}
        </div>
      </CardBody>
    </Card>
  );
};
