import type { ReactNode } from 'react';
import { FormInput, RecordButtons } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Card, CardBody, CardHeader, ConfirmDialog } from '../../../ui/index.ts';
import { OfferEffect } from '../effect/offer-effect.tsx';
import { offerFields as fields } from '../fields.ts';
import { RuleFacts, type RuleFactsProps } from './rule-facts.tsx';
import { RuleForm } from './rule-form.tsx';
import { BranchesField } from './scope-fields.tsx';
import type { Offer, useOfferDraft } from './use-offer-draft.ts';

export type OfferFormProps = {
  record: Offer | null;
  kind: 'wholesale' | 'bundle' | 'coupon';
  list: string;
  of: ReturnType<typeof useOfferDraft>;
  /** What an offer of this kind names in front of its products, dates and branches, to read. */
  terms: (record: Offer) => RuleFactsProps['terms'];
  sentence: (hasOthers: boolean) => ReactNode;
  /** The cards for fields of this kind only. */
  children: ReactNode;
};

/** The form of an offer of any kind. */
export const OfferForm = ({ record, kind, list, of, terms, sentence, children }: OfferFormProps) => {
  const { t } = useTranslation('offer');
  const { draft, title, isLocked, drop, leave, question, answer } = of;
  return (
    <RuleForm
      draft={draft}
      title={title}
      back={{ to: list, label: t(`${kind}.title`) }}
      actions={<RecordButtons noun="offer" record={record} facts={fields} remove={drop} onRemoved={leave} />}
      isLocked={isLocked}
      readOnly={record?.read_only ?? null}
      facts={record ? <OfferFacts record={record} terms={terms(record)} /> : null}
      sentence={sentence(record?.read_only === 'other_branches')}
      effect={<OfferEffect id={record?.id} type={kind} />}
    >
      {children}
      <ConfirmDialog
        open={question !== null}
        onOpenChange={(open) => open || void answer(false)}
        title={t('bundle.ask_dearer.title')}
        text={question?.message ?? ''}
        confirmLabel={t('bundle.ask_dearer.yes')}
        cancelLabel={t('bundle.ask_dearer.no')}
        onConfirm={() => void answer(true)}
      />
      <Card>
        <CardHeader title={t('part.when_where')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormInput of={fields.start_date} />
          <FormInput of={fields.end_date} />
          <div className="sm:col-span-2">
            <BranchesField of={fields.branches} />
          </div>
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.shown')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormInput of={fields.descriptions} className="sm:col-span-2" />
          {kind === 'coupon' ? null : <FormInput of={fields.image_base64} className="sm:col-span-2" />}
          <FormInput of={fields.status} />
          {kind === 'coupon' ? null : <FormInput of={fields.ord} hint={t('ord_hint')} />}
        </CardBody>
      </Card>
    </RuleForm>
  );
};

const OfferFacts = ({ record, terms }: { record: Offer; terms: RuleFactsProps['terms'] }) => {
  const { t } = useTranslation('offer');
  const { holds, read_only, categorys_id, info } = record;
  return (
    <RuleFacts
      title={t(`part.${info.type}`)}
      rule={{ ...info, holds, read_only, categorys_id }}
      nothing={t('sentence.everything')}
      terms={[
        ...terms,
        ...(record.description
          ? [{ id: 'description', name: t('part.shown'), value: <bdi>{record.description}</bdi> }]
          : []),
      ]}
    />
  );
};
