import { SAFE_MOVES } from 'virtual:facts';
import { defineFields, type FieldOption, type FieldSpec, periodFact } from '../../kit/index.ts';

const VARIANTS = {
  opening: 'info',
  drop: 'success',
  hand_in: 'success',
  cash: 'success',
  in: 'success',
  out: 'warning',
  bank: 'secondary',
  difference: 'danger',
} as const;

const KINDS: readonly FieldOption[] = SAFE_MOVES.map((value) => ({
  value,
  label: `safe:kind.${value}`,
  variant: VARIANTS[value],
}));

/** The columns of the list of movements of a safe. */
export const s = defineFields({
  created_at: { kind: 'instant' },
  kind: { kind: 'choice', options: KINDS, label: 'safe:what' },
  amount: { kind: 'money' },
  balance: { kind: 'money', label: 'safe:balance' },
  given_by: { kind: 'text', name: 'given_by_name', label: 'safe:given_by' },
  taken_by: { kind: 'text', name: 'taken_by_name', label: 'safe:taken_by' },
  branch: { kind: 'text', name: 'branch_name' },
  expected: { kind: 'money', label: 'safe:expected' },
  counted: { kind: 'money', label: 'safe:counted' },
  reference: { kind: 'code', label: 'safe:reference' },
  reason: { kind: 'text' },
});

export const filters: readonly FieldSpec[] = [
  { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' },
  { name: 'kind', label: 'safe:what', kind: 'choice', options: KINDS },
  periodFact,
];

/** The fields of a movement of a safe. */
export const moveFacts = defineFields({
  amount: { kind: 'money' },
  reference: { kind: 'code', label: 'safe:reference' },
  reason: { kind: 'text', label: 'safe:note' },
});

export const bankedFacts = defineFields({ reference: { kind: 'code', label: 'safe:reference' } });
