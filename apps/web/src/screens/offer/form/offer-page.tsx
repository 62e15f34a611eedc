import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { RecordPage } from '../../../kit/index.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import type { Offer } from './use-offer-draft.ts';

type Kind = Offer['type'];

const PATHS: Readonly<Record<Kind, (id: number) => string>> = {
  wholesale: paths.wholesale,
  bundle: paths.bundle,
  coupon: paths.coupon,
};

type OfferPageProps = { kind: Kind; children: (record: Offer | null) => ReactNode };

/**
 * The page of an offer of one kind; an offer of another kind redirects to its own page, because links from search and
 * history only have the id.
 */
export const OfferPage = ({ kind, children }: OfferPageProps) => (
  <RecordPage of={api.offer.show} create={api.offer.save}>
    {(record) =>
      record && record.type !== kind ? (
        <Navigate to={PATHS[record.type](record.id)} replace />
      ) : (
        children(record)
      )
    }
  </RecordPage>
);
