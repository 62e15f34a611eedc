import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BackLink, NotAllowed, RecordStates } from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { lookUpScan } from '../../lib/look-up-scan.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { useTitle } from '../../lib/title.ts';
import { useFocusOnOpen } from '../../lib/use-focus-on-open.ts';
import { findOrderByNumber, OrderFinder } from '../../shared/order-finder.tsx';
import { ScanHint } from '../../shared/scan-hint.tsx';
import { Banner, Card, CardBody, CardHeader, PageHeader } from '../../ui/index.ts';
import { Editor } from './editor.tsx';

/** The statuses of delivered orders and of orders on their way; administrators may take part of the latter back too. */
const GONE = [2, 3, 4, 5];

/** Creates a return: selects the order first, then its lines. */
export default function ReturnMakePage() {
  const { t } = useTranslation('order-return');
  const { can } = useSession();
  const [address] = useSearchParams();
  const order = /^[1-9]\d{0,8}$/.exec(address.get('order') ?? '')?.[0];
  useTitle(t('add'));
  return (
    <>
      <PageHeader title={t('add')} breadcrumbs={<BackLink to={paths.orderReturns} label={t('title')} />} />
      {!can(api.orderReturn.make) ? (
        <NotAllowed use={api.orderReturn.make} />
      ) : order === undefined ? (
        <WhichOrder />
      ) : (
        <ReturnableOrderPage key={order} id={Number(order)} />
      )}
    </>
  );
}

const WhichOrder = () => {
  const { t } = useTranslation(['order-return', 'kit']);
  const openPage = useOpenPage();
  const [unknown, setUnknown] = useState<string | null>(null);
  useFocusOnOpen('[data-search]');
  const open = (id: number) => openPage(withQuery(paths.orderReturnNew, { order: id }));
  useScanAnywhere(
    (code, boxed) =>
      void lookUpScan(code, boxed, {
        find: findOrderByNumber,
        onFound: ({ id }) => open(id),
        onUnknown: setUnknown,
      }),
  );
  return (
    <div className="grid gap-gap">
      {unknown === null ? null : (
        <Banner
          tone="danger"
          title={t('order-return:unknown', { code: isolateBidi(unknown) })}
          onClose={() => setUnknown(null)}
          closeLabel={t('kit:close')}
        />
      )}
      <Card>
        <CardHeader
          title={t('order-return:which')}
          description={<ScanHint text={t('order-return:which_hint')} />}
        />
        <CardBody>
          <OrderFinder
            label={t('order-return:find')}
            only={{ status_value: GONE }}
            onFound={({ id }) => open(id)}
          />
        </CardBody>
      </Card>
    </div>
  );
};

const ReturnableOrderPage = ({ id }: { id: number }) => {
  const read = useRead(api.order.show, { id });
  return (
    <RecordStates read={read} use={api.order.show}>
      {(order) => <Editor order={order} />}
    </RecordStates>
  );
};
