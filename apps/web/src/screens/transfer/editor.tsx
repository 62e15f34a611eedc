import { ArrowLeftRight, ArrowRight, TrendingDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BackLink, LeaveDialog, NotAllowed, RefPicker } from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { focusFirstError } from '../../lib/form/form-errors.ts';
import { useUnsavedChangesPrompt } from '../../lib/form/unsaved-changes.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useOnlyBranch } from '../../lib/only-branch.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { parseBranch, useBranch } from '../../lib/server/current-branch.ts';
import { useSession } from '../../lib/server/session.ts';
import { showFailureToast, showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { useTitle } from '../../lib/title.ts';
import { ForceDialog, useForceDialog } from '../../shared/force-dialog.tsx';
import { ItemFinder } from '../../shared/item-finder.tsx';
import { RowsLeftOutBanner } from '../../shared/rows-left-out.tsx';
import { ScanHint } from '../../shared/scan-hint.tsx';
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
import { parseTransferQuantity } from './draft.ts';
import { TransferLine } from './line.tsx';
import { useTransferLines } from './use-transfer-lines.ts';

export default function TransferEditorPage() {
  const { can } = useSession();
  const only = useOnlyBranch();
  if (!can(api.transfer.save)) return <NotAllowed use={api.transfer.save} />;
  return only === null ? <TransferEditor /> : <OneBranch />;
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

/** Manages a new transfer: its branches, lines and notes, and sending it. */
function useTransferDraft() {
  const { t } = useTranslation('transfer');
  const [address] = useSearchParams();
  const openPage = useOpenPage();
  const own = useBranch();
  const [from, setFrom] = useState(parseBranch(address.get('from')) ?? own);
  const [to, setTo] = useState(parseBranch(address.get('to')));
  const [notes, setNotes] = useState('');
  const [tried, setTried] = useState(false);
  const isSaved = useRef(false);
  const force = useForceDialog();
  const write = useWrite(api.transfer.save, {
    // the page itself shows a shortage, with the reasons
    silent: true,
    onFailure: (refusal) => {
      if (force.take(refusal)) return;
      const isSaid = refusal.code === 'stock.insufficient' || Object.keys(refusal.errors).length > 0;
      if (!isSaid) showFailureToast(refusal);
    },
    onSuccess: ({ id, to_branch_name }) => {
      isSaved.current = true;
      showSuccessToast(t('created', { branch: isolateBidi(to_branch_name) }));
      openPage(paths.transfer(id), { replace: true });
    },
  });
  // the URL may name an item and a quantity, from a link that suggests this transfer
  const suggested = {
    item_id: parseBranch(address.get('item')),
    quantity: Math.max(0, Number(address.get('quantity'))) || 1,
  };
  const goods = useTransferLines(from, suggested, write.reset);
  const { lines, leftOut } = goods;
  const changes = goods.typed.length + (notes.trim() === '' ? 0 : 1);
  const leaving = useUnsavedChangesPrompt(() => changes > 0 && !isSaved.current, changes > 0);
  const isSame = from !== null && from === to;
  const submit = (isForced = false) => {
    setTried(true);
    force.close();
    const isWrong = lines.some(({ text }) => parseTransferQuantity(text) === null);
    if (from === null || to === null || isSame || isWrong || lines.length === 0) return;
    void write.submit(
      {
        from_branch_id: from,
        to_branch_id: to,
        ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
        ...(leftOut.length === 0 ? {} : { rows_left_out: [...leftOut] }),
        ...(isForced ? { force: true } : {}),
        items: lines.map(({ item_id, text }) => ({ item_id, quantity: parseTransferQuantity(text) ?? 0 })),
      },
      null,
    );
  };
  return {
    ...{ from, setFrom, to, setTo, notes, setNotes, tried, goods, isSame, force, changes, leaving, submit },
    busy: write.busy,
    failure: write.failure,
    errorOf: (name: string) => write.failure?.errors[name]?.[0],
  };
}

type TransferDraft = ReturnType<typeof useTransferDraft>;

/** Edits a transfer: the branches, and items that are scanned, searched, or suggested because they run low. */
const TransferEditor = () => {
  const { t } = useTranslation(['transfer', 'kit', 'fields']);
  const { number } = useFormat();
  const draft = useTransferDraft();
  const { goods, force, busy } = draft;
  const { lines } = goods;
  const title = t('transfer:add');
  useTitle(title);
  const units = lines.reduce((all, { text }) => all + (parseTransferQuantity(text) ?? 0), 0);
  return (
    <>
      <PageHeader title={title} breadcrumbs={<BackLink to={paths.transfers} label={t('transfer:title')} />} />
      <form
        noValidate
        className="grid gap-gap"
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          draft.submit();
          focusFirstError(event.currentTarget);
        }}
      >
        <ShortageBanner draft={draft} />
        <RowsLeftOutBanner rows={goods.leftOut} onDrop={goods.dropLeftOut} />
        <BranchesCard draft={draft} />
        <LinesCard draft={draft} />
        <Card>
          <CardBody>
            <Field label={t('fields:notes')} error={draft.errorOf('notes')}>
              <Textarea
                dir="auto"
                rows={2}
                value={draft.notes}
                onChange={(event) => draft.setNotes(event.target.value)}
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
            loading={busy}
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
        busy={busy}
        onConfirm={() => draft.submit(true)}
        onClose={force.close}
      />
      <LeaveDialog prompt={draft.leaving} count={draft.changes} />
    </>
  );
};

/** Explains why the sending branch has too little of an item. */
const ShortageBanner = ({ draft: { failure, from, goods } }: { draft: TransferDraft }) => {
  const short = failure?.code === 'stock.insufficient' ? failure.params : null;
  if (!short || from === null) return null;
  const line = goods.lines.find(({ item_id }) => item_id === Number(short.item_id));
  return (
    <Banner tone="danger" title={<bdi>{line?.title}</bdi>}>
      <ShortageReason item_id={Number(short.item_id)} branch_id={from} asked={Number(short.asked)} />
    </Banner>
  );
};

/** The branches between which the items are moved. */
const BranchesCard = ({ draft }: { draft: TransferDraft }) => {
  const { t } = useTranslation(['transfer', 'fields']);
  const { from, to, isSame, tried, errorOf } = draft;
  const needed = (id: number | null) => (tried && id === null ? t('transfer:branch_needed') : undefined);
  return (
    <Card>
      <CardBody className="grid items-start gap-x-3 gap-y-4 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <Field label={t('fields:from_branch_id')} required error={needed(from) ?? errorOf('from_branch_id')}>
          <RefPicker to="branch" value={from} onChange={draft.setFrom} />
        </Field>
        <ArrowRight aria-hidden="true" className="mt-8 size-5 text-subtle max-md:hidden rtl:-scale-x-100" />
        <Field
          label={t('fields:to_branch_id')}
          required
          error={isSame ? t('transfer:same') : (needed(to) ?? errorOf('to_branch_id'))}
        >
          <RefPicker to="branch" value={to} onChange={draft.setTo} />
        </Field>
      </CardBody>
    </Card>
  );
};

/** The lines, and what adds to them. */
const LinesCard = ({ draft }: { draft: TransferDraft }) => {
  const { t } = useTranslation(['transfer', 'kit']);
  const { from, to, isSame, tried, goods, errorOf } = draft;
  return (
    <Card>
      <CardHeader
        title={t('transfer:lines')}
        description={<ScanHint text={t('transfer:scan_hint')} />}
        actions={
          <Button
            icon={<TrendingDown />}
            loading={goods.filling}
            disabled={from === null || to === null || isSame}
            onClick={() => to !== null && void goods.fill(to)}
          >
            {t('transfer:fill')}
          </Button>
        }
      />
      <CardBody className="grid gap-3">
        <ItemFinder label={t('transfer:find')} onFound={(item) => goods.put(item)} />
        {goods.foundNothingLow ? (
          <Banner onClose={goods.dismissFilled} closeLabel={t('kit:close')}>
            {t('transfer:nothing_low')}
          </Banner>
        ) : null}
        {goods.lines.length === 0 ? (
          <EmptyState
            icon={<ArrowLeftRight />}
            title={t('transfer:no_lines')}
            text={tried ? t('transfer:lines_needed') : t('transfer:no_lines_text')}
          />
        ) : (
          <ul className="divide-y divide-line">
            {goods.lines.map((line, index) => (
              <TransferLine
                key={line.item_id}
                line={line}
                from={from}
                to={to}
                error={errorOf(`items.${index}.quantity`) ?? errorOf(`items.${index}.item_id`)}
                onText={(text) => goods.setText(line.item_id, text)}
                onScan={goods.scanned}
                onRemove={() => goods.remove(line)}
              />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
};
