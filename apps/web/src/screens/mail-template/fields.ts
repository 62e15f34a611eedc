import { defineFields } from '../../kit/index.ts';

/** The fields of an e-mail in the form and the change history. Rule: docs/rules/mails.md */
export const formFields = defineFields({
  subject: { kind: 'localized', label: 'mail-template:subject' },
  body: { kind: 'localized', rows: 14, label: 'mail-template:body' },
  status: {
    kind: 'choice',
    label: 'mail-template:status',
    options: [
      { value: 1, label: 'mail-template:on', variant: 'success' },
      { value: 0, label: 'mail-template:off', variant: 'secondary' },
    ],
  },
});
