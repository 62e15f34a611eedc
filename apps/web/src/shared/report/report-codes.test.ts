// @vitest-environment node
import { type Locale, reportCodeText } from '@dukkan/contract';
import { expect, it } from 'vitest';
import ar from '../../locales/ar/report.json' with { type: 'json' };
import de from '../../locales/de/report.json' with { type: 'json' };
import en from '../../locales/en/report.json' with { type: 'json' };

it.each(Object.entries({ ar, de, en }))(
  'report codes have the same names on the screen and in files, in %s',
  (locale, texts) => {
    for (const [code, name] of Object.entries(texts.code))
      expect([code, reportCodeText(code, locale as Locale)]).toEqual([code, name]);
  },
);
