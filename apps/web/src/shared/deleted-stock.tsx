import { ArchiveRestore, CircleCheck, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MoneyText } from '../kit/kinds/money.tsx';
import { RecordStates } from '../kit/record-states.tsx';
import { useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { useSession } from '../lib/server/session.ts';
import { useRead, useWrite } from '../lib/server/use-read-write.ts';
import { Banner, Button, Drawer, EmptyState } from '../ui/index.ts';

type Holder = RowOf<typeof api.stock.listDeletedStockHolders>;

/** The number of records that are listed at once; restoring one makes room for the next. */
const MAX_RECORDS = 50;

/** Says above the stock list that deleted records still hold stock, and offers to restore them. */
export const DeletedStock = () => {
  const { can } = useSession();
  return can(api.stock.listDeletedStockHolders) ? <DeletedStockBanner /> : null;
};

const DeletedStockBanner = () => {
  const { t } = useTranslation(['stock', 'kit']);
  const { number } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const read = useRead(api.stock.listDeletedStockHolders, { limit: MAX_RECORDS });
  const total = read.meta?.total ?? 0;
  return (
    <>
      {total > 0 ? (
        <Banner
          tone="warning"
          className="mb-gap"
          title={t('stock:deleted.banner', { count: total, shown: number(total) })}
          actions={
            <Button size="sm" onClick={() => setIsOpen(true)}>
              {t('stock:deleted.open')}
            </Button>
          }
        >
          {t('stock:deleted.text')}
        </Banner>
      ) : null}
      <Drawer
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('stock:deleted.title')}
        description={t('stock:deleted.text')}
        closeLabel={t('kit:close')}
      >
        <RecordStates read={read} use={api.stock.listDeletedStockHolders}>
          {(holders) =>
            holders.length === 0 ? (
              <EmptyState
                icon={<CircleCheck />}
                title={t('stock:deleted.none')}
                text={t('stock:deleted.none_text')}
              />
            ) : (
              <ul className="divide-y divide-line rounded-md border border-line">
                {holders.map((holder) => (
                  <HolderLine key={holder.id} of={holder} />
                ))}
              </ul>
            )
          }
        </RecordStates>
      </Drawer>
    </>
  );
};

const HolderLine = ({ of }: { of: Holder }) => {
  const { t } = useTranslation('stock');
  const kind = of.noun === 'product' && of.deleted_at === null ? 'items' : of.noun;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2">
      <span className="min-w-0">
        <bdi className="block font-medium">{of.title}</bdi>
        <span className="block text-sm text-muted">{t(`deleted.${kind}`)}</span>
        <DeletedStockAmounts of={of} />
      </span>
      <RestoreButton of={of} />
    </li>
  );
};

const DeletedStockAmounts = ({ of: { units, reserved, value } }: { of: Holder }) => {
  const { t } = useTranslation('stock');
  const { number } = useFormat();
  return (
    <span className="flex flex-wrap gap-x-3 text-sm tabular">
      <span>{t('deleted.units', { amount: number(units) })}</span>
      {reserved > 0 ? <span>{t('deleted.reserved', { amount: number(reserved) })}</span> : null}
      <MoneyText amount={value} />
    </span>
  );
};

const RestoreButton = ({
  of: { noun, record_id, title },
  isMain = false,
}: {
  of: Holder;
  /** True when this is the primary action of the page. */
  isMain?: boolean;
}) => {
  const { t } = useTranslation('stock');
  const { can } = useSession();
  const success = t('deleted.restored', { name: title });
  const branch = useWrite(api.branch.restore, { success });
  const product = useWrite(api.product.restore, { success });
  const write = noun === 'branch' ? branch : product;
  if (!can(noun === 'branch' ? api.branch.restore : api.product.restore)) return null;
  return (
    <Button
      size={isMain ? 'md' : 'sm'}
      variant={isMain ? 'primary' : 'secondary'}
      icon={<Undo2 />}
      loading={write.busy}
      aria-label={t('deleted.restore_named', { name: title })}
      onClick={() => void write.submit({ id: record_id })}
    >
      {t('deleted.restore')}
    </Button>
  );
};

type DeletedRecordProps = {
  readonly noun: Holder['noun'];
  readonly id: number;
  /** Rendered when the record holds no stock or never existed. */
  readonly otherwise: ReactNode;
};

/** The page of a deleted branch or product: offers to restore it while it still holds stock. */
export const DeletedRecord = (props: DeletedRecordProps) => {
  const { can } = useSession();
  return can(api.stock.listDeletedStockHolders) ? <DeletedHolder {...props} /> : props.otherwise;
};

const DeletedHolder = ({ noun, id, otherwise }: DeletedRecordProps) => {
  const { t } = useTranslation('stock');
  const read = useRead(api.stock.listDeletedStockHolders, { noun, id });
  return (
    <RecordStates read={read} use={api.stock.listDeletedStockHolders}>
      {([holder]) =>
        holder ? (
          <EmptyState
            icon={<ArchiveRestore />}
            title={t(`deleted.page_${noun}`)}
            text={
              <>
                {t('deleted.page_text', { name: holder.title })}
                <span className="mt-2 flex justify-center">
                  <DeletedStockAmounts of={holder} />
                </span>
              </>
            }
            actions={<RestoreButton of={holder} isMain />}
          />
        ) : (
          otherwise
        )
      }
    </RecordStates>
  );
};
