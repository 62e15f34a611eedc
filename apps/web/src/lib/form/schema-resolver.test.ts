import { expect, it } from 'vitest';
import { api } from '../server/api.ts';
import { createSchemaResolver } from './schema-resolver.ts';

it('schema validation checks and returns the values at the time of the call, whatever is typed while schemas load', async () => {
  const resolve = createSchemaResolver(api.slider.save, 'en', () => true);
  const values = { key: 'front', titles: { en: 'Front' }, width: -1, height: 300 };
  const checked = resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  values.width = 900;
  expect((await checked).errors).toHaveProperty('width');

  const checkedAgain = resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  values.width = -1;
  expect(await checkedAgain).toMatchObject({ values: { width: 900 }, errors: {} });
});
