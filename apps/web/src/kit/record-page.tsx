import { type ReactNode, useRef } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import type { AnyEndpoint, RowOf } from '../lib/server/endpoint.ts';
import { type RecordEndpoint, recordIn, recordInput } from '../lib/server/read-record.ts';
import { useSession } from '../lib/server/session.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { NotAllowed, RecordStates } from './record-states.tsx';

export type RecordPageProps<E extends RecordEndpoint> = {
  /** Answers the record: its show, or its list where it has none. */
  of: E;
  /** What makes a new one; absent where none is made here. */
  create?: AnyEndpoint;
  /** Drawn where there is no record with this id, with what is said otherwise: a deleted one may be restored. */
  missing?: (id: number, otherwise: ReactNode) => ReactNode;
  /** Draws the form; null for a new record. */
  children: (record: RowOf<E> | null) => ReactNode;
};

/** The page of a stored record (`:id` in the address) or of a new one (without). */
export function RecordPage<E extends RecordEndpoint>({ of, create, missing, children }: RecordPageProps<E>) {
  const { id } = useParams();
  const { can } = useSession();
  if (id === undefined && create) return can(create) ? children(null) : <NotAllowed use={create} />;
  if (!can(of)) return <NotAllowed use={of} />;
  // an address that can name no record
  if (!id || !/^[1-9]\d{0,9}$/.test(id)) return <Navigate to={paths.notFound} replace />;
  return <Stored key={id} of={of} id={Number(id)} missing={missing} draw={children} />;
}

type StoredProps<E extends RecordEndpoint> = {
  of: E;
  id: number;
  missing: RecordPageProps<E>['missing'];
  draw: RecordPageProps<E>['children'];
};

function Stored<E extends RecordEndpoint>({ of, id, missing, draw }: StoredProps<E>) {
  const { results, failure, refetch, isStale, isFetchedAfterMount } = useRead(of, recordInput(of, id));
  // what is kept may be from before one's own last save, and a form of it could not be saved or deleted
  const isCurrent = useRef(false);
  isCurrent.current ||= isFetchedAfterMount || !isStale;
  const record = results === undefined || !isCurrent.current ? undefined : recordIn<E>(results, id);
  return (
    <RecordStates
      read={{ results: record, failure, refetch }}
      use={of}
      missing={missing && ((otherwise) => missing(id, otherwise))}
    >
      {draw}
    </RecordStates>
  );
}
