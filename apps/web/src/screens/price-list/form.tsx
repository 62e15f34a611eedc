import { Settings2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { get, useFormState } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import {
  ActionItem,
  FormPage,
  MoreMenu,
  readRecord,
  TimelineEntries,
  useDraft,
  useGoBack,
  useRecordActions,
  useUndoToast,
} from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { collectErrors } from '../../lib/form/form-errors.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import type { InputOf, RowOf } from '../../lib/server/endpoint.ts';
import { invalidateNouns } from '../../lib/server/query-cache.ts';
import { showCallFailure, showSuccessToast } from '../../lib/server/toast.ts';
import { useTitle } from '../../lib/title.ts';
import { Badge, Banner, Button, Card, CardBody, CardHeader, TabPanel, Tabs } from '../../ui/index.ts';
import { BranchesTab } from './branches-tab.tsx';
import { PriceListQuestion, usePriceListQuestion } from './change-question.tsx';
import { formFields } from './fields.ts';
import { ForWhom, type PriceListAudience } from './for-whom.tsx';
import { PricesTab } from './prices-tab.tsx';
import { PriceListTerms, SettingsDrawer, SettingsFields, useSettingsDrawer } from './settings.tsx';
import { NO_EDITS, type SheetEdits } from './sheet-edits.ts';
import { comparePrices, PriceStaleDialog } from './stale.tsx';
import { TryTab } from './try-tab.tsx';
import { UndoEntry } from './undo-entry.tsx';
import { usePriceSheet } from './use-sheet.ts';
import { PriceListValidity } from './validity.tsx';

type PriceList = RowOf<typeof api.priceList.show>;

const none = { ar: '', en: '', de: '' };
const TABS = ['prices', 'whom', 'branches', 'try', 'history'] as const;
type Tab = (typeof TABS)[number];

const createStartValues = (record: PriceList | null) => ({
  titles: record?.titles ?? none,
  descriptions: record?.descriptions ?? none,
  start_date: record?.start_date ?? '',
  end_date: record?.end_date ?? '',
  ord: record?.ord ?? 0,
  status: (record?.status ?? 1) as 0 | 1,
  phones: record?.phones ?? [],
  // the unsaved edits of the sheet; a loaded list has none
  items: [],
  deleted_items: [],
});

/** Edits a price list: asks before the prices of running orders change, and offers a list of its own for them. */
function usePriceListDraft(record: PriceList | null, audience: PriceListAudience) {
  const { t } = useTranslation('price-list');
  const openPage = useOpenPage();
  const replaced = useRef(new Map<number, number | null>());
  const [compared, setCompared] = useState(() => comparePrices(NO_EDITS, [], new Map()));
  const { question, ask } = usePriceListQuestion();
  const tell = useUndoToast();
  const draft = useDraft(api.priceList.save, {
    facts: formFields,
    record,
    defaults: createStartValues,
    ...(record
      ? {
          read: async () => {
            const edits: SheetEdits = {
              items: draft.form.getValues('items') as SheetEdits['items'],
              deleted_items: draft.form.getValues('deleted_items') as SheetEdits['deleted_items'],
            };
            const [theirs, { results }] = await Promise.all([
              readRecord(api.priceList.show, record.id),
              callApi(api.priceList.lookup, {
                id: record.id,
                items_ids: edits.items.map(({ item_id }) => item_id),
                rows_ids: [...edits.deleted_items],
              }),
            ]);
            setCompared(comparePrices(edits, results.items, replaced.current));
            return theirs;
          },
        }
      : {}),
    ...(record ? { success: null } : {}),
    send: async (input, save) => {
      const phones = draft.form.getValues('phones') as string[];
      if (audience === 'some' && phones.length === 0) {
        draft.form.setError('phones', { type: 'own', message: t('whom.needed') });
        return { result: undefined };
      }
      if (record && hasOtherTerms(input)) {
        const { status, start_date, end_date } = input;
        const terms = omitAbsent({ status, start_date, end_date, phones: input.phones });
        const answer = await ask(record.id, terms, findSeparateStart(record, input)).catch(showCallFailure);
        if (answer === 'separate') await separate(record.id, input);
        if (answer !== 'save') return { result: undefined };
      }
      // `force` confirms that the list becomes valid for everybody, which the server otherwise refuses when the last
      // phone is removed
      return { result: await save(audience === 'everybody' ? { ...input, force: true } : input) };
    },
    onSaved: (saved) => {
      if (record)
        tell(
          t('saved', { title: isolateBidi(saved.title) }),
          () => callApi(api.priceList.undo, { id: saved.id, version: saved.version }),
          api.priceList.undo.invalidates,
        );
      else openPage(withQuery(paths.priceList(saved.id), { tab: 'branches' }), { replace: true });
    },
    keep: `price-list.${record?.id ?? 'new'}`,
  });
  const separate = async (id: number, input: InputOf<typeof api.priceList.save>) => {
    try {
      const { start_date, items = [] } = input;
      const end_date = input.end_date === undefined ? {} : { end_date: input.end_date };
      const { results } = await callApi(api.priceList.separate, {
        id,
        start_date: start_date ?? '',
        ...end_date,
        items,
      });
      draft.discard();
      invalidateNouns(api.priceList.separate.invalidates);
      showSuccessToast(t('effect.separated', { title: isolateBidi(results.title) }));
      openPage(paths.priceList(results.id));
    } catch (error) {
      showCallFailure(error);
    }
  };
  return { draft, question, replaced, compared };
}

export const PriceListForm = ({ record }: { record: PriceList | null }) => {
  const { t } = useTranslation('price-list');
  const leave = useGoBack(paths.priceLists);
  const [audience, setAudience] = useState<PriceListAudience>(
    record && record.phones.length > 0 ? 'some' : 'everybody',
  );
  const { draft, question, replaced, compared } = usePriceListDraft(record, audience);
  const { delete: drop } = useRecordActions(api.priceList, (row: PriceList) => row.title);
  const locked = record !== null && !record.actions.includes('save');
  const settings = useSettingsDrawer();
  useTitle(record?.title ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.title : t('add')}
      back={{ to: paths.priceLists, label: t('title') }}
      beside={record ? <PriceListValidity row={record} /> : null}
      description={record ? <PriceListTerms record={record} /> : null}
      actions={
        record ? (
          <>
            <MoreMenu>
              {drop.applies(record) ? <ActionItem action={drop} record={record} onDone={leave} /> : null}
            </MoreMenu>
            <Button icon={<Settings2 />} onClick={settings.open}>
              {t('settings.open')}
            </Button>
          </>
        ) : null
      }
      stale={(theirs) => <PriceStaleDialog draft={draft} theirs={theirs} {...compared} />}
    >
      <PriceListQuestion of={question} confirmLabel={t('effect.save')} />
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      {record && record.status === 1 && record.branches_ids.length === 0 ? (
        <Banner tone="warning">{t('nowhere')}</Banner>
      ) : null}
      {record ? (
        <SettingsDrawer record={record} draft={draft} settings={settings} locked={locked} />
      ) : (
        <Card>
          <CardBody className="grid gap-4 lg:grid-cols-2">
            <SettingsFields />
          </CardBody>
        </Card>
      )}
      <FormTabs
        record={record}
        locked={locked}
        replaced={replaced}
        audience={audience}
        onAudience={(next) => {
          setAudience(next);
          if (next === 'everybody') draft.form.setValue('phones', [], { shouldDirty: true });
        }}
      />
    </FormPage>
  );
};

type ListInput = InputOf<typeof api.priceList.save>;

/** True when a save changes when or for whom the list sets prices. */
const hasOtherTerms = ({ status, start_date, end_date, phones }: ListInput): boolean =>
  [status, start_date, end_date, phones].some((value) => value !== undefined);

/** Removes the terms that a save does not change. */
const omitAbsent = <T extends object>(terms: T) =>
  Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** The day from which the changed prices could be a list of their own: a new first day of the list; null without. */
const findSeparateStart = (record: PriceList, { start_date, items = [], deleted_items = [] }: ListInput) =>
  start_date && start_date !== record.start_date && items.length > 0 && deleted_items.length === 0
    ? start_date
    : null;

type PartsProps = {
  record: PriceList | null;
  locked: boolean;
  replaced: RefObject<Map<number, number | null>>;
  audience: PriceListAudience;
  onAudience: (audience: PriceListAudience) => void;
};

/** The tabs below the header; the URL has the open tab. */
const FormTabs = ({ record, locked, replaced, audience, onAudience }: PartsProps) => {
  const { t } = useTranslation('price-list');
  const [address, setAddress] = useSearchParams();
  const { errors } = useFormState();
  const sheet = usePriceSheet(record?.id, replaced);
  const tabParam = address.get('tab') as Tab;
  const tab = TABS.includes(tabParam) ? tabParam : 'prices';
  const wrong = (name: string) =>
    collectErrors(get(errors, name)).length > 0 ? (
      <Badge variant="danger">{t('tab.wrong')}</Badge>
    ) : undefined;
  const asides: Partial<Record<Tab, ReturnType<typeof wrong>>> = {
    prices: wrong('items'),
    whom: wrong('phones'),
  };
  return (
    <Tabs<Tab>
      label={t('tab.label')}
      value={tab}
      onChange={(next) =>
        setAddress(
          (now) => {
            now.set('tab', next);
            return now;
          },
          { replace: true },
        )
      }
      tabs={TABS.filter((one) => one !== 'history' || record !== null).map((value) => ({
        value,
        label: t(`tab.${value}`),
        aside: asides[value],
      }))}
    >
      <TabPanel value="prices" className="pt-3">
        <PricesTab list_id={record?.id} sheet={sheet} locked={locked} />
      </TabPanel>
      <TabPanel value="whom" className="pt-3">
        <ForWhom audience={audience} onAudience={onAudience} locked={locked} />
      </TabPanel>
      <TabPanel value="branches" className="pt-3">
        <BranchesTab record={record} />
      </TabPanel>
      <TabPanel value="try" className="pt-3">
        <TryTab list_id={record?.id} first={record?.branches_ids[0] ?? null} />
      </TabPanel>
      {record ? (
        <TabPanel value="history" className="pt-3">
          <Card>
            <CardHeader title={t('tab.history')} />
            <CardBody>
              <TimelineEntries
                noun="price-list"
                id={record.id}
                facts={formFields}
                action={(entry) => (locked ? null : <UndoEntry id={record.id} entry={entry} />)}
              />
            </CardBody>
          </Card>
        </TabPanel>
      ) : null}
    </Tabs>
  );
};
