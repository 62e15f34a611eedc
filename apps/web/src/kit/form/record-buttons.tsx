import type { Noun } from '@dukkan/contract';
import type { FieldSpec } from '../../lib/fact.ts';
import type { BulkAction } from '../../lib/list/bulk-actions.ts';
import { runRowAction } from '../../lib/list/record-actions.ts';
import { Button } from '../../ui/index.ts';
import { Timeline } from '../timeline.tsx';

export type RecordButtonsProps<R> = {
  noun: Noun;
  /** Null for a new record, which has no history and cannot be deleted. */
  record: R | null;
  facts: Readonly<Record<string, FieldSpec>>;
  /** The delete action of `useRecordActions`. */
  remove: BulkAction<R>;
  onRemoved: () => void;
};

/** The timeline and Delete in the header of a form. */
export function RecordButtons<R extends { id: number }>(props: RecordButtonsProps<R>) {
  const { noun, record, facts, remove, onRemoved } = props;
  if (!record) return null;
  return (
    <>
      <Timeline noun={noun} id={record.id} facts={facts} />
      {remove.applies(record) ? (
        <Button
          onClick={() => void runRowAction(remove, record).then((isRemoved) => isRemoved && onRemoved())}
        >
          {remove.label}
        </Button>
      ) : null}
    </>
  );
}
