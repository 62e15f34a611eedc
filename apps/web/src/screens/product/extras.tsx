import { Link } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { Card, CardBody, CardHeader } from '../../ui/index.ts';
import type { EditedProduct } from './default-values.ts';

/** The extras that can be ordered with the product. */
export const Extras = ({ record }: { record: EditedProduct }) => {
  const { t } = useTranslation('fields');
  const linked = useSession().can(api.extra.save);
  if (record.extras.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('extras')} />
      <CardBody>
        <ul className="flex flex-col divide-y divide-line">
          {record.extras.map((extra) => (
            <li key={extra.id} className="flex items-baseline justify-between gap-3 py-1.5">
              {linked ? (
                <Link
                  to={paths.extra(extra.id)}
                  className="hit min-w-0 truncate rounded-sm text-primary-text hover:underline"
                >
                  <Bdi>{extra.title}</Bdi>
                </Link>
              ) : (
                <Bdi className="min-w-0 truncate">{extra.title}</Bdi>
              )}
              <MoneyText amount={extra.price} />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
};
