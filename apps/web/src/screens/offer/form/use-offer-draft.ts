import { useRef, useState } from 'react';
import { readRecord, useDraft, useGoBack, useRecordActions } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import type { CallFailure } from '../../../lib/server/call.ts';
import type { InputOf, RowOf } from '../../../lib/server/endpoint.ts';
import { useTitle } from '../../../lib/title.ts';
import { offerFields } from '../fields.ts';
import { useOwnBranches } from './own-branches.ts';

export type Offer = RowOf<typeof api.offer.show>;
type Input = InputOf<typeof api.offer.save>;
type Values = { [K in keyof Input]?: Input[K] | '' | null };

const NO_TEXTS = { ar: '', en: '', de: '' };

/** Returns the form values that all kinds of offers share. */
export const getCommonOfferValues = (record: Offer | null) => ({
  titles: record?.titles ?? NO_TEXTS,
  descriptions: record?.descriptions ?? NO_TEXTS,
  status: (record?.status ?? 1) as 0 | 1,
  ord: record?.ord ?? 0,
  // the URL of the stored picture, so that the form notices another picture or its removal
  image_base64: record?.image_url ?? null,
});

/**
 * Returns the form values that all kinds of offers store inside `info`: branches and dates.
 * @param own the branches that a new offer starts with
 */
export const getOfferBranchesAndDates = (record: Offer | null, own: readonly number[] | null) => ({
  branches_ids: record?.info.branches_ids ?? [...(own ?? [])],
  start_date: record?.info.start_date ?? null,
  end_date: record?.info.end_date ?? null,
});

/** Returns an offer's products in the format that a save expects. */
export const getOfferProductRefs = (record: Offer | null) =>
  (record?.info.products ?? []).map(({ id, item_id, quantity }) => ({ id, item_id, quantity }));

/** Returns the draft of an offer's form, and the values that its page needs. */
export function useOfferDraft(
  record: Offer | null,
  {
    kind,
    list,
    defaults,
  }: {
    kind: string;
    list: string;
    defaults: (record: Offer | null, own: readonly number[] | null) => Values;
  },
) {
  const { t } = useTranslation('offer');
  const leave = useGoBack(list);
  const { delete: drop } = useRecordActions(api.offer, (row: Offer) => row.title);
  const own = useOwnBranches();
  const [question, setQuestion] = useState<CallFailure | null>(null);
  /** Set when the user has confirmed that a bundle costs more than its parts. */
  const isDearerConfirmed = useRef(false);
  const draft = useDraft(api.offer.save, {
    facts: offerFields,
    record,
    defaults: (record) => defaults(record, own),
    needs: ({ info }) => {
      const { branches_ids } = info as { branches_ids: readonly number[] };
      return own !== null && branches_ids.length === 0 ? [offerFields.branches.name] : [];
    },
    ...(record ? { read: () => readRecord(api.offer.show, record.id) } : {}),
    send: async (input, save) => ({
      result: await save(isDearerConfirmed.current ? { ...input, force: true } : input),
    }),
    onRefused: (failure) => {
      if (failure.code === 'bundle.dearer') setQuestion(failure);
    },
    onSaved: () => leave(),
    keep: `offer.${kind}.${record?.id ?? 'new'}`,
  });
  const title = record?.title ?? t(`${kind}.add`);
  useTitle(title);
  const isLocked = record !== null && !record.actions.includes('save');
  const answer = async (isConfirmed: boolean) => {
    setQuestion(null);
    if (!isConfirmed) return;
    isDearerConfirmed.current = true;
    await draft.submit();
    isDearerConfirmed.current = false;
  };
  return { draft, title, isLocked, drop, leave, question, answer };
}
