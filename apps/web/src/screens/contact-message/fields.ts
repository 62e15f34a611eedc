import { defineFields } from '../../kit/index.ts';

/** The fields of a message and the columns of the list. */
export const formFields = defineFields({
  name: { kind: 'text' },
  subject: { kind: 'text' },
  email: { kind: 'code', mode: 'email' },
  phone: { kind: 'code', mode: 'tel' },
  branch: { kind: 'ref', name: 'branch_id', to: 'branch', shown: 'branch_name' },
  locale: { kind: 'text' },
  created_at: { kind: 'instant', label: 'contact-message:received' },
  read_at: { kind: 'instant' },
});

/** The filter for unread messages. */
export const unread = {
  name: 'unread',
  label: 'contact-message:state',
  kind: 'choice',
  options: [
    { value: 1, label: 'contact-message:unread' },
    { value: 0, label: 'contact-message:read' },
  ],
} as const;
