import { useTranslation } from '../lib/i18n.ts';
import type { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';

type ActorNameProps = { of: Pick<RowOf<typeof api.audit.list>, 'account_id' | 'actor'> };

/** Who made a change in the log: a person, or a part of the product such as an import. */
export const ActorName = ({ of: { account_id, actor } }: ActorNameProps) => {
  const { t } = useTranslation('kit');
  return (
    <bdi className="font-medium">
      {account_id === null ? t(`timeline.actor.${actor}`, { defaultValue: actor }) : actor}
    </bdi>
  );
};
