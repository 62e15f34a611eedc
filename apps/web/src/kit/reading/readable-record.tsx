import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { asksForForm, type EditMode, useEditMode } from '../../lib/edit-mode.ts';
import { getFieldValue } from '../../lib/fact.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import type { RecordEndpoint } from '../../lib/server/read-record.ts';
import { Button } from '../../ui/index.ts';
import { RecordPage, type RecordPageProps } from '../record-page.tsx';
import { ReadingSkeleton } from './reading-page.tsx';

export type ReadableRecordProps<E extends RecordEndpoint> = Omit<
  RecordPageProps<E>,
  'children' | 'loading' | 'isRead'
> & {
  /** Whether the user may change this record. */
  mayEdit: (record: RowOf<E>) => boolean;
  /** Draws the page to read. */
  read: (record: RowOf<E>, edit: EditMode) => ReactNode;
  /**
   * Draws the form; null is a new record. `onSaved` leads back from the form of a stored one; its page shows what was
   * saved without waiting for the server.
   */
  form: (record: RowOf<E> | null, edit: FormEditMode<RowOf<E>>) => ReactNode;
};

export type FormEditMode<R> = Pick<EditMode, 'close'> & { readonly onSaved: (saved: R) => void };

/** The page of a record: to read, with `edit=1` in the address as a form in its place, and without an id a new one. */
export function ReadableRecord<E extends RecordEndpoint>({
  mayEdit,
  read,
  form,
  ...page
}: ReadableRecordProps<E>) {
  const { search } = useLocation();
  return (
    <RecordPage {...page} loading={<ReadingSkeleton />} isRead={!asksForForm(search)}>
      {(record) =>
        record === null ? (
          form(null, { close: () => undefined, onSaved: () => undefined })
        ) : (
          <ReadOrEdit<RowOf<E>> record={record} mayEdit={mayEdit} read={read} form={form} />
        )
      }
    </RecordPage>
  );
}

type ReadOrEditProps<R> = {
  record: R;
  mayEdit: (record: R) => boolean;
  read: (record: R, edit: EditMode) => ReactNode;
  form: (record: R, edit: FormEditMode<R>) => ReactNode;
};

/** Returns the version of a record; 0 for one without versions. */
const getVersion = (record: unknown): number => {
  const version = getFieldValue(record as object, 'version');
  return typeof version === 'number' ? version : 0;
};

function ReadOrEdit<R>({ record, mayEdit, read, form }: ReadOrEditProps<R>) {
  const [saved, setSaved] = useState<R | null>(null);
  // the read that follows a save may still be on its way
  const current = saved && getVersion(saved) > getVersion(record) ? saved : record;
  const edit = useEditMode(mayEdit(current));
  useFocusOnMode(edit.isOn);
  if (!edit.isOn) return read(current, edit);
  return form(current, {
    close: edit.close,
    onSaved: (result) => {
      setSaved(result);
      edit.close();
    },
  });
}

/** Leaves the form of a stored record without saving; typed changes are asked about first. */
export const CancelEdit = ({ edit }: { edit: Pick<EditMode, 'close'> | undefined }) => {
  const { t } = useTranslation('kit');
  return edit ? <Button onClick={edit.close}>{t('cancel')}</Button> : null;
};

/** Moves the focus to the page when the form opens or closes, because the button that did it is gone. */
function useFocusOnMode(isOn: boolean): void {
  const before = useRef(isOn);
  useEffect(() => {
    if (before.current === isOn) return;
    before.current = isOn;
    const main = document.querySelector<HTMLElement>('main');
    if (main?.contains(document.activeElement)) return;
    main?.focus({ preventScroll: true });
  }, [isOn]);
}
