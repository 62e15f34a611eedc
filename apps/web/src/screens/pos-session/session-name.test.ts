import { expect, it } from 'vitest';
import { isolateBidi } from '../../lib/format.ts';
import { formatSessionName } from './session-name.ts';

it('a session number keeps its direction beside a till with an Arabic name', () => {
  const device_name = 'نقطة بيع 2';
  expect(formatSessionName({ device_name, id: 7, z_number: null })).toBe(
    `${isolateBidi(device_name)} ${isolateBidi('#7')}`,
  );
  expect(formatSessionName({ device_name, id: 7, z_number: 3 })).toBe(
    `${isolateBidi(device_name)} · ${isolateBidi('Z 3')}`,
  );
});
