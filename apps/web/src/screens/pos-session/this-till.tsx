import { MonitorCheck, MonitorX } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { getSellPath, setTill, useTill } from '../../lib/till.ts';
import { Banner, Button } from '../../ui/index.ts';
import { TillDialog } from './till-dialog.tsx';

/** Shows the till of this browser; it is set once and stored in the browser. */
export const ThisTill = () => {
  const { t } = useTranslation('pos-session');
  const { can } = useSession();
  const till = useTill();
  const [choosing, setChoosing] = useState(false);
  if (!can(api.order.make) || !can(api.posSession.open)) return null;
  return (
    <>
      <Banner
        className="mb-gap"
        actions={
          till ? (
            <>
              <Button asChild size="sm" variant="primary">
                <Link to={getSellPath()}>{t('this_till.sell')}</Link>
              </Button>
              <Button size="sm" icon={<MonitorX />} onClick={() => setTill(null)}>
                {t('this_till.unset')}
              </Button>
            </>
          ) : (
            <Button size="sm" icon={<MonitorCheck />} onClick={() => setChoosing(true)}>
              {t('this_till.set')}
            </Button>
          )
        }
      >
        {till ? (
          <>
            {t('this_till.is')} <bdi className="font-medium">{till.name}</bdi>
          </>
        ) : (
          t('this_till.none')
        )}
      </Banner>
      {choosing ? <TillDialog onClose={() => setChoosing(false)} /> : null}
    </>
  );
};
