import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Field, Select } from '../../ui/index.ts';

/** Returns the active tills that the account may see. */
export function useTills() {
  const read = useRead(api.posDevice.list, { status: 1, limit: 100, sort_by: 'name' });
  return (read.results ?? []).filter(({ status }) => status === 1);
}

type TillFieldProps = { value: number | null; onChange: (id: number) => void; error?: string | undefined };

/** Selects a till; with several branches, each till shows its branch. */
export const TillField = ({ value, onChange, error }: TillFieldProps) => {
  const { t } = useTranslation('pos-session');
  const { user } = useSession();
  const tills = useTills();
  const branchOf = (id: number) => user?.branches.find((branch) => branch.id === id)?.name;
  const isOne = new Set(tills.map(({ branch_id }) => branch_id)).size <= 1;
  return (
    <Field label={t('till')} required error={error}>
      <Select
        value={value === null ? undefined : String(value)}
        onChange={(id) => onChange(Number(id))}
        placeholder={t(tills.length === 0 ? 'no_tills' : 'choose_till')}
        disabled={tills.length === 0}
        options={tills.map(({ id, name, branch_id }) => ({
          value: String(id),
          label: (
            <>
              <bdi>{name}</bdi>
              {isOne ? null : (
                <span className="text-subtle">
                  {' '}
                  · <bdi>{branchOf(branch_id)}</bdi>
                </span>
              )}
            </>
          ),
        }))}
      />
    </Field>
  );
};
