import type { Noun } from '@dukkan/contract';
import { House, SearchX, Trash2 } from 'lucide-react';
import { useTranslation } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { type AnyEndpoint, findEndpointNoun } from '../lib/server/endpoint.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { Button, EmptyState } from '../ui/index.ts';
import { ActorName } from './actor-name.tsx';
import { Instant } from './kinds/cell.tsx';
import { Link } from './link.tsx';
import { RichSentence } from './reading/sentence.tsx';
import { useSeesHistory } from './reading/use-sees-history.ts';

type MissingRecordProps = {
  /** The endpoint that reads the record. */
  use: AnyEndpoint;
  /** Undefined for an address without one. */
  id?: number | undefined;
};

/** Says that there is no such record, and that it was deleted where the user may know it. */
export const MissingRecord = ({ use, id }: MissingRecordProps) => {
  const noun = findEndpointNoun(use);
  const seesHistory = useSeesHistory(noun);
  return seesHistory && id !== undefined ? (
    <PerhapsDeleted noun={noun as Noun} id={id} />
  ) : (
    <MissingMessage deletion={null} />
  );
};

const PerhapsDeleted = ({ noun, id }: { noun: Noun; id: number }) => {
  const read = useRead(api.audit.list, { noun, record_id: String(id), limit: 1 });
  // the message would change under the reader's eyes
  if (!read.results && !read.failure) return null;
  const last = read.results?.[0];
  return <MissingMessage deletion={last?.action === 'delete' ? last : null} />;
};

const MissingMessage = ({ deletion }: { deletion: RowOf<typeof api.audit.list> | null }) => {
  const { t } = useTranslation(['kit', 'shell']);
  return (
    <EmptyState
      icon={deletion ? <Trash2 /> : <SearchX />}
      title={t(deletion ? 'kit:gap.deleted' : 'kit:gap.missing')}
      text={
        deletion ? (
          <RichSentence
            text="kit:gap.deleted_text"
            parts={{
              name: <ActorName of={deletion} />,
              at: <Instant at={deletion.at} />,
            }}
          />
        ) : (
          t('kit:gap.missing_text')
        )
      }
      actions={
        <Button asChild icon={<House />}>
          <Link to={paths.home}>{t('shell:not_found.home')}</Link>
        </Button>
      }
    />
  );
};
