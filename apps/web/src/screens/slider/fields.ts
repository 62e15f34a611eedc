import { defineFields, statusFact } from '../../kit/index.ts';

/** A slider's fields in the form and in the history. */
export const formFields = defineFields({
  key: { kind: 'code' },
  titles: { kind: 'localized' },
  width: { kind: 'integer' },
  height: { kind: 'integer' },
  status: statusFact,
});

/** The fields of a list row that differ. */
export const rowFields = defineFields({
  title: { kind: 'text' },
});
