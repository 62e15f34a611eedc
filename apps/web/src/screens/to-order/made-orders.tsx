import { FileDown, Mail } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Can, Link } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { getLocale, useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { downloadPrint } from '../../lib/server/download.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Banner, Button, Input } from '../../ui/index.ts';

export type MadeOrder = RowOf<typeof api.receipt.makeOrders>['receipts'][number];

/** The addresses to which orders went, by the order's id. */
type SentOrders = ReadonlyMap<number, string>;

/** The orders that were just created, each to be printed and sent. */
export const MadeOrders = ({ of, onClose }: { of: readonly MadeOrder[]; onClose: () => void }) => {
  const { t } = useTranslation(['to-order', 'kit']);
  const { number } = useFormat();
  const { can } = useSession();
  const [sent, setSent] = useState<SentOrders>(new Map());
  const [isSendingAll, setSendingAll] = useState(false);
  const send = useWrite(api.receipt.sendOrder);
  const box = useRef<HTMLDivElement>(null);
  // the button that was pressed is gone
  useEffect(() => box.current?.focus(), []);
  const keepSent = (id: number, recipient: string) => setSent((before) => new Map(before).set(id, recipient));
  const waiting = can(api.receipt.sendOrder)
    ? of.filter(({ id, email }) => email !== null && !sent.has(id))
    : [];
  const sendAll = async () => {
    setSendingAll(true);
    for (const { id } of waiting) {
      const answer = await send.submit({ id, locale: getLocale() });
      if (answer) keepSent(id, answer.recipient);
    }
    setSendingAll(false);
  };
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Banner
        tone="success"
        className="mb-gap"
        title={t('to-order:made', { count: of.length, shown: number(of.length) })}
        onClose={onClose}
        closeLabel={t('kit:close')}
        actions={
          waiting.length > 1 || isSendingAll ? (
            <Button size="sm" icon={<Mail />} loading={isSendingAll} onClick={() => void sendAll()}>
              {t('to-order:send_all', { count: waiting.length, shown: number(waiting.length) })}
            </Button>
          ) : null
        }
      >
        <ul className="mt-1 grid gap-2">
          {of.map((order) => (
            <MadeOrderLine
              key={order.id}
              of={order}
              sentTo={sent.get(order.id) ?? null}
              onSent={(recipient) => keepSent(order.id, recipient)}
            />
          ))}
        </ul>
      </Banner>
    </div>
  );
};

type MadeOrderProps = { of: MadeOrder; sentTo: string | null; onSent: (recipient: string) => void };

const MadeOrderLine = ({ of, ...sending }: MadeOrderProps) => {
  const { t } = useTranslation('to-order');
  const { number } = useFormat();
  const [isPrinting, setPrinting] = useState(false);
  const download = async () => {
    setPrinting(true);
    await downloadPrint(api.receipt.purchaseOrder, of.id, { profile: 'a4', locale: getLocale() });
    setPrinting(false);
  };
  const supplier = isolateBidi(of.supplier_name);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Link to={paths.receiptEdit(of.id)} className="font-medium text-primary-text hover:underline">
        <bdi>{of.supplier_name}</bdi> <bdi dir="ltr">#{of.id}</bdi>
      </Link>
      <span className="text-sm text-muted">
        {t('lines', { count: of.lines_count, shown: number(of.lines_count) })}
      </span>
      <Button
        size="sm"
        icon={<FileDown />}
        loading={isPrinting}
        aria-label={t('pdf_of', { supplier })}
        onClick={() => void download()}
      >
        {t('pdf')}
      </Button>
      <Can use={api.receipt.sendOrder}>
        <SendOrder of={of} supplier={supplier} {...sending} />
      </Can>
    </li>
  );
};

/** Sends an order to its supplier's address, or to one that is entered where none is known. */
const SendOrder = ({ of, supplier, sentTo, onSent }: MadeOrderProps & { supplier: string }) => {
  const { t } = useTranslation('to-order');
  const [address, setAddress] = useState('');
  const send = useWrite(api.receipt.sendOrder, { onSuccess: ({ recipient }) => onSent(recipient) });
  if (sentTo !== null)
    return <span className="text-sm text-muted">{t('sent_to', { address: isolateBidi(sentTo) })}</span>;
  const email = of.email ?? address.trim();
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send.submit({ id: of.id, ...(of.email === null ? { email } : {}), locale: getLocale() });
      }}
    >
      {of.email === null ? (
        <span className="w-56">
          <Input
            type="email"
            dir="ltr"
            required
            value={address}
            placeholder={t('address')}
            aria-label={t('address_of', { supplier })}
            onChange={(event) => setAddress(event.target.value)}
          />
        </span>
      ) : null}
      <Button
        type="submit"
        size="sm"
        icon={<Mail />}
        loading={send.busy}
        aria-label={t('send_to', { supplier })}
      >
        {t('send')}
      </Button>
    </form>
  );
};
