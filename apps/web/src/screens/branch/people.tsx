import { Can, Link, RecordStates } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Avatar, Button, Card, CardBody, CardHeader, EmptyState } from '../../ui/index.ts';

/** The accounts that work in a branch, with links. */
export const BranchPeople = ({ branch_id }: { branch_id: number }) => {
  const { t } = useTranslation('branch');
  const read = useRead(api.account.list, { branch_id, limit: 100 });
  return (
    <Card>
      <CardHeader
        title={t('people.title')}
        description={t('people.text')}
        actions={
          <Can use={api.account.list}>
            <Button asChild variant="ghost" size="sm">
              <Link to={withQuery(paths.accounts, { branch_id })}>{t('people.open')}</Link>
            </Button>
          </Can>
        }
      />
      <CardBody>
        <RecordStates
          read={{ results: read.results, failure: read.failure, refetch: read.refetch }}
          use={api.account.list}
        >
          {(people) =>
            people.length === 0 ? (
              <EmptyState title={t('people.empty')} />
            ) : (
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-6 sm:grid-cols-2">
                {people.map(({ id, name, role_title }) => (
                  <li key={id} className="flex min-w-0 items-center gap-3 border-b border-line py-2">
                    <Avatar size="sm" name={name} src={null} />
                    <span className="grid min-w-0">
                      <Link to={paths.account(id)} className="flex min-w-0 font-medium">
                        <bdi className="truncate">{name}</bdi>
                      </Link>
                      <bdi className="truncate text-sm text-subtle">{role_title}</bdi>
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </RecordStates>
      </CardBody>
    </Card>
  );
};
