import { LOCALES } from 'virtual:facts';
import { CreditCard, FileDown, Printer, SquarePen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import { BackLink, RecordGate, Timeline, useLeave } from '../../kit/index.ts';
import { api } from '../../lib/api.ts';
import { downloadPrint } from '../../lib/export.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useRead } from '../../lib/read.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/title.ts';
import { PayDialog } from '../../trade/pay-dialog.tsx';
import {
  Button,
  Card,
  CardBody,
  CardHead,
  cx,
  Field,
  Menu,
  MenuItem,
  PageHeader,
  Segmented,
  SkeletonRows,
} from '../../ui/index.ts';
import { f } from './fields.ts';
import type { Receipt } from './line.ts';
import { MOVES, type Move, MoveDialog, receiptName } from './moves.tsx';
import { PAPERS, PROFILES, usePaper } from './paper.ts';
import { Payments } from './payments.tsx';
import { Sheet } from './sheet.tsx';
import { Status } from './status.tsx';

/** The purchase invoice: looked at, printed, paid, moved on. */
export default function ReceiptPage() {
  const { invid } = useParams();
  if (!invid || !/^[1-9]\d{0,9}$/.test(invid)) return <Navigate to={paths.notFound} replace />;
  return <Stored key={invid} id={Number(invid)} />;
}

const Stored = ({ id }: { id: number }) => {
  const { paper, language, choose } = usePaper();
  const { t } = useTranslation(['receipt', 'kit']);
  const { can } = useSession();
  // in the language it is printed in: titles and branches come with it
  const read = useRead(api.receipt.show, { id, locale: language });
  return (
    <RecordGate read={read} use={api.receipt.show}>
      {(record) => (
        <>
          <Head
            of={record}
            onPdf={() => downloadPrint(api.receipt.show, id, { profile: PROFILES[paper], locale: language })}
          />
          <div className="grid items-start gap-gap xl:grid-cols-[minmax(0,1fr)_20rem] print:block">
            <section
              aria-label={t('receipt:invoice.sheet')}
              className="flex max-w-full overflow-x-auto rounded-lg border border-line bg-sunken p-4 max-sm:p-2 print:block print:overflow-visible print:border-0 print:bg-transparent print:p-0"
            >
              <div
                className={cx(
                  'mx-auto print:[zoom:1]!',
                  // the whole sheet is in view, however narrow the page
                  paper === 'a4'
                    ? 'max-xl:[zoom:0.72] max-sm:[zoom:0.4] max-[22rem]:[zoom:0.32] xl:max-2xl:[zoom:0.78]'
                    : 'max-sm:[zoom:0.56] max-[22rem]:[zoom:0.45]',
                )}
              >
                <Suspense fallback={<SkeletonRows columns={4} label={t('kit:list.loading')} />}>
                  <Sheet of={record} paper={paper} language={language} />
                </Suspense>
              </div>
            </section>
            <div className="grid gap-gap print:hidden">
              <Card>
                <CardHead title={t('receipt:invoice.look')} />
                <CardBody className="grid gap-gap">
                  <Field label={t('receipt:invoice.paper')}>
                    <Segmented
                      value={paper}
                      onChange={(next) => choose({ paper: next })}
                      options={PAPERS.map((value) => ({ value, label: t(`receipt:invoice.${value}`) }))}
                    />
                  </Field>
                  <Field label={t('receipt:invoice.language')}>
                    <Segmented
                      value={language}
                      onChange={(next) => choose({ language: next })}
                      options={LOCALES.map((value) => ({ value, label: t(`kit:localized.${value}`) }))}
                    />
                  </Field>
                </CardBody>
              </Card>
              {can(api.transaction.list) ? <Payments receipt_id={id} /> : null}
            </div>
          </div>
        </>
      )}
    </RecordGate>
  );
};

/** What it is and what can be done with it, as the server says. */
const Head = ({ of, onPdf }: { of: Receipt; onPdf: () => Promise<unknown> }) => {
  const { t } = useTranslation('receipt');
  const leave = useLeave(paths.receipts);
  const [doing, setDoing] = useState<Move | 'pay' | null>(null);
  const [making, setMaking] = useState(false);
  const pdf = async () => {
    setMaking(true);
    await onPdf();
    setMaking(false);
  };
  const close = () => setDoing(null);
  const may = (action: Receipt['actions'][number]) => of.actions.includes(action);
  const others = MOVES.filter((move) => move !== 'accept' && may(move));
  useTitle(receiptName(of));
  return (
    <div className="print:hidden">
      <PageHeader
        title={receiptName(of)}
        aside={<Status of={of.status} />}
        breadcrumbs={<BackLink to={paths.receipts} label={t('title')} />}
        actions={
          <>
            <Timeline noun="receipt" id={of.id} facts={f} />
            {others.length > 0 ? (
              <Menu trigger={<Button>{t('more')}</Button>}>
                {others.map((move) => (
                  <MenuItem
                    key={move}
                    danger={move === 'cancel' || move === 'delete'}
                    onSelect={() => setDoing(move)}
                  >
                    {t(`verb.${move}`)}
                  </MenuItem>
                ))}
              </Menu>
            ) : null}
            <Button icon={<Printer />} onClick={() => window.print()}>
              {t('invoice.print')}
            </Button>
            <Button icon={<FileDown />} loading={making} onClick={() => void pdf()}>
              {t('invoice.pdf')}
            </Button>
            {may('save') ? (
              <Button asChild icon={<SquarePen />}>
                <Link to={paths.receiptEdit(of.id)}>{t('edit')}</Link>
              </Button>
            ) : null}
            {may('pay') ? (
              <Button
                variant={of.balance > 0 ? 'primary' : 'secondary'}
                icon={<CreditCard />}
                onClick={() => setDoing('pay')}
              >
                {t('pay')}
              </Button>
            ) : null}
            {may('accept') ? (
              <Button variant="primary" onClick={() => setDoing('accept')}>
                {t('verb.accept')}
              </Button>
            ) : null}
          </>
        }
      />
      {doing === 'pay' ? (
        <PayDialog receipt={{ ...of, name: receiptName(of) }} onClose={close} />
      ) : doing ? (
        <MoveDialog
          row={of}
          move={doing}
          onClose={close}
          {...(doing === 'delete' ? { onDone: leave } : {})}
        />
      ) : null}
    </div>
  );
};
