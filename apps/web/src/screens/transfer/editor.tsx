import type { RowLeftOut } from '@dukkan/contract';
import { ArrowLeftRight, ArrowRight, ScanBarcode, TrendingDown } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BackLink, LeaveDialog, NotAllowed, RefPicker } from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { focusFirstError } from '../../lib/form/form-errors.ts';
import { formatTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { useUnsavedChangesPrompt } from '../../lib/form/unsaved-changes.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useOnlyBranch } from '../../lib/only-branch.ts';
import { paths } from '../../lib/paths.ts';
import { type ScanInTextBox, settleScan, useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { api } from '../../lib/server/api.ts';
import { CallFailure, callApi } from '../../lib/server/call.ts';
import { parseBranch, useBranch } from '../../lib/server/current-branch.ts';
import { useSession } from '../../lib/server/session.ts';
import { showFailureToast, showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { useTitle } from '../../lib/title.ts';
import { ForceDialog, useForceDialog } from '../../shared/force-dialog.tsx';
import { findItemByBarcode, ItemFinder } from '../../shared/item-finder.tsx';
import { addUnknownScan, RowsLeftOutBanner } from '../../shared/rows-left-out.tsx';
import { ShortageReason } from '../../shared/shortage-reason.tsx';
import {
  Banner,
  Button,
  Card,
  CardBody,
  CardHeader,
  EmptyState,
  Field,
  PageHeader,
  StickyBar,
  Textarea,
} from '../../ui/index.ts';
import { addTransferItem, LINES_MAX, type Line, parseQuantity } from './draft.ts';
import { TransferLine } from './line.tsx';
import { loadLowStock } from './low.ts';

/** Shows a failed request as a toast. */
function tell(error: unknown): void {
  if (!(error instanceof CallFailure)) throw error;
  showFailureToast(error);
}

export default function TransferEditorPage() {
  const { can } = useSession();
  const only = useOnlyBranch();
  if (!can(api.transfer.save)) return <NotAllowed use={api.transfer.save} />;
  return only === null ? <Editor /> : <OneBranch />;
}

/** Shown instead of the form to an account, or in a shop, with one branch, which can transfer nothing. */
const OneBranch = () => {
  const { t } = useTranslation('transfer');
  useTitle(t('add'));
  return (
    <>
      <PageHeader title={t('add')} breadcrumbs={<BackLink to={paths.transfers} label={t('title')} />} />
      <EmptyState icon={<ArrowLeftRight />} title={t('one_branch')} text={t('one_branch_text')} />
    </>
  );
};

/** Edits a transfer: the branches, and items that are scanned, searched, or suggested because they run low. */
const Editor = () => {
  const { t } = useTranslation(['transfer', 'kit', 'fields']);
  const { number } = useFormat();
  const [address] = useSearchParams();
  const openPage = useOpenPage();
  const own = useBranch();
  const [from, setFrom] = useState(parseBranch(address.get('from')) ?? own);
  const [to, setTo] = useState(parseBranch(address.get('to')));
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [notes, setNotes] = useState('');
  const [leftOut, setLeftOut] = useState<readonly RowLeftOut[]>([]);
  const force = useForceDialog();
  const [tried, setTried] = useState(false);
  const [filling, setFilling] = useState(false);
  const [filled, setFilled] = useState<number | null>(null);
  const made = useRef(false);
  const title = t('transfer:add');
  useTitle(title);

  const write = useWrite(api.transfer.save, {
    // the page itself shows a shortage, with the reasons
    silent: true,
    onFailure: (refusal) => {
      if (force.take(refusal)) return;
      const isSaid = refusal.code === 'stock.insufficient' || Object.keys(refusal.errors).length > 0;
      if (!isSaid) showFailureToast(refusal);
    },
    onSuccess: ({ id }) => {
      made.current = true;
      showSuccessToast(t('transfer:created'));
      openPage(paths.transfer(id), { replace: true });
    },
  });
  const { failure, reset } = write;
  const put = (item: Omit<Line, 'text'>, quantity?: number) => {
    reset();
    setLines((now) => (now.length >= LINES_MAX ? now : addTransferItem(now, item, quantity)));
  };

  // the URL may name an item and a quantity, from a link that suggests this transfer
  const named = parseBranch(address.get('item'));
  const wish = Math.max(0, Number(address.get('quantity'))) || 1;
  // what the link suggested is not typed, and is suggested again
  const typed = lines.filter(({ item_id, text }) => item_id !== named || parseQuantity(text) !== wish);
  const changes = typed.length + (notes.trim() === '' ? 0 : 1);
  const leaving = useUnsavedChangesPrompt(() => changes > 0 && !made.current, changes > 0);
  const start = useEffectEvent((item: Omit<Line, 'text'>) => {
    if (lines.length === 0) put(item, wish);
  });
  useEffect(() => {
    if (named === null || from === null) return;
    let here = true;
    callApi(api.stock.explain, { item_id: named, branch_id: from }, { branchId: null }).then(
      ({ results }) => here && start(results),
      tell,
    );
    return () => {
      here = false;
    };
  }, [named, from]);

  const scanned = (barcode: string, boxed: ScanInTextBox | null = null) => {
    const line = lines.find((one) => one.barcode === barcode);
    if (line) {
      boxed?.takeOut();
      return put(line);
    }
    findItemByBarcode(barcode).then(
      (item) => {
        if (!settleScan(barcode, boxed, item !== null)) return;
        if (item) put(item);
        else setLeftOut((now) => addUnknownScan(now, barcode));
      },
      (error: unknown) => {
        settleScan(barcode, boxed, false);
        tell(error);
      },
    );
  };
  useScanAnywhere(scanned);
  const fill = async () => {
    if (from === null || to === null) return;
    setFilling(true);
    try {
      const found = await loadLowStock(from, to);
      setLines((now) => {
        const there = new Set(now.map(({ item_id }) => item_id));
        const more = found.filter(({ item }) => !there.has(item.item_id));
        const fresh = more.map(({ item, quantity }) => ({ ...item, text: formatTypedNumber(quantity) }));
        return [...now, ...fresh].slice(0, LINES_MAX);
      });
      setFilled(found.length);
    } catch (error) {
      tell(error);
    }
    setFilling(false);
  };
  const same = from !== null && from === to;
  const wrong = lines.some(({ text }) => parseQuantity(text) === null);
  const units = lines.reduce((all, { text }) => all + (parseQuantity(text) ?? 0), 0);
  const submit = (isForced = false) => {
    setTried(true);
    force.close();
    if (from === null || to === null || same || wrong || lines.length === 0) return;
    void write.submit(
      {
        from_branch_id: from,
        to_branch_id: to,
        ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
        ...(leftOut.length === 0 ? {} : { rows_left_out: [...leftOut] }),
        ...(isForced ? { force: true } : {}),
        items: lines.map(({ item_id, text }) => ({ item_id, quantity: parseQuantity(text) ?? 0 })),
      },
      null,
    );
  };
  const needed = (id: number | null) => (tried && id === null ? t('transfer:branch_needed') : undefined);
  const error = (name: string) => failure?.errors[name]?.[0];
  const short = failure?.code === 'stock.insufficient' ? failure.params : null;
  const shortLine = lines.find(({ item_id }) => item_id === Number(short?.item_id));
  return (
    <>
      <PageHeader title={title} breadcrumbs={<BackLink to={paths.transfers} label={t('transfer:title')} />} />
      <form
        noValidate
        className="grid gap-gap"
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
          focusFirstError(event.currentTarget);
        }}
      >
        {short && from !== null ? (
          <Banner tone="danger" title={<bdi>{shortLine?.title}</bdi>}>
            <ShortageReason item_id={Number(short.item_id)} branch_id={from} asked={Number(short.asked)} />
          </Banner>
        ) : null}
        <RowsLeftOutBanner rows={leftOut} onDrop={() => setLeftOut([])} />
        <Card>
          <CardBody className="grid items-start gap-x-3 gap-y-4 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
            <Field
              label={t('fields:from_branch_id')}
              required
              error={needed(from) ?? error('from_branch_id')}
            >
              <RefPicker to="branch" value={from} onChange={setFrom} />
            </Field>
            <ArrowRight
              aria-hidden="true"
              className="mt-8 size-5 text-subtle max-md:hidden rtl:-scale-x-100"
            />
            <Field
              label={t('fields:to_branch_id')}
              required
              error={same ? t('transfer:same') : (needed(to) ?? error('to_branch_id'))}
            >
              <RefPicker to="branch" value={to} onChange={setTo} />
            </Field>
          </CardBody>
        </Card>
        <Card>
          <CardHeader
            title={t('transfer:lines')}
            description={
              <span className="inline-flex items-center gap-1.5">
                <ScanBarcode aria-hidden="true" className="size-4" />
                {t('transfer:scan_hint')}
              </span>
            }
            actions={
              <Button
                icon={<TrendingDown />}
                loading={filling}
                disabled={from === null || to === null || same}
                onClick={() => void fill()}
              >
                {t('transfer:fill')}
              </Button>
            }
          />
          <CardBody className="grid gap-3">
            <ItemFinder label={t('transfer:find')} onFound={(item) => put(item)} />
            {filled === 0 ? (
              <Banner onClose={() => setFilled(null)} closeLabel={t('kit:close')}>
                {t('transfer:nothing_low')}
              </Banner>
            ) : null}
            {lines.length === 0 ? (
              <EmptyState
                icon={<ArrowLeftRight />}
                title={t('transfer:no_lines')}
                text={tried ? t('transfer:lines_needed') : t('transfer:no_lines_text')}
              />
            ) : (
              <ul className="divide-y divide-line">
                {lines.map((line, index) => (
                  <TransferLine
                    key={line.item_id}
                    line={line}
                    from={from}
                    to={to}
                    error={error(`items.${index}.quantity`) ?? error(`items.${index}.item_id`)}
                    onText={(text) => {
                      reset();
                      setLines((now) =>
                        now.map((one) => (one.item_id === line.item_id ? { ...one, text } : one)),
                      );
                    }}
                    onScan={scanned}
                    onRemove={() => setLines(lines.filter((one) => one !== line))}
                  />
                ))}
              </ul>
            )}
          </CardBody>
        </Card>
        <Card>
          <CardBody>
            <Field label={t('fields:notes')} error={error('notes')}>
              <Textarea
                dir="auto"
                rows={2}
                value={notes}
                onChange={(event) => setNotes(event.target.value)}
              />
            </Field>
          </CardBody>
        </Card>
        <StickyBar label={t('kit:form.bar')}>
          <span className="text-muted">
            {t('transfer:sum', {
              count: lines.length,
              shown: number(lines.length),
              units: number(units),
            })}
          </span>
          <Button
            variant="primary"
            type="submit"
            icon={<ArrowLeftRight />}
            loading={write.busy}
            className="ms-auto"
          >
            {t('transfer:do')}
          </Button>
        </StickyBar>
      </form>
      <ForceDialog
        reasons={force.asked}
        rows={force.rows}
        confirmLabel={t('transfer:anyway')}
        busy={write.busy}
        onConfirm={() => submit(true)}
        onClose={force.close}
      />
      <LeaveDialog prompt={leaving} count={changes} />
    </>
  );
};
