import { defineFields, type FieldOption, statusFact } from '../../kit/index.ts';
import type { RefNoun } from '../../lib/fact.ts';

/** The kinds of target that a banner may have, in display order. */
const TARGET_TYPES = ['none', 'product', 'category', 'brand', 'offer', 'url'] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

/** Returns whether a kind of target is a record. */
export const isRecordTarget = (type: TargetType): type is TargetType & RefNoun =>
  type !== 'none' && type !== 'url';

const targetOptions: readonly FieldOption[] = TARGET_TYPES.map((value) => ({
  value,
  label: `banner:target.${value}`,
}));

/** A banner's fields in the form and in the history. */
export const formFields = defineFields({
  slider_id: { kind: 'integer' },
  titles: { kind: 'localized' },
  descriptions: { kind: 'localized', rows: 3 },
  target_type: { kind: 'choice', name: 'target.type', options: targetOptions },
  target: { kind: 'code', name: 'target.target', mode: 'url' },
  target_title: { kind: 'localized', name: 'target.title' },
  images_base64: { kind: 'image' },
  focus_x: { kind: 'integer', name: 'focus.x' },
  focus_y: { kind: 'integer', name: 'focus.y' },
  start_date: { kind: 'day' },
  end_date: { kind: 'day' },
  status: statusFact,
});
