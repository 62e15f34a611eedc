import type { ReactNode } from 'react';
import { FormInput, RecordButtons } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Card, CardBody, CardHeader, ConfirmDialog } from '../../../ui/index.ts';
import { OfferEffect } from '../effect/offer-effect.tsx';
import { offerFields as fields } from '../fields.ts';
import { RuleForm } from './rule-form.tsx';
import { BranchesField } from './scope-fields.tsx';
import type { Offer, useOfferDraft } from './use-offer-draft.ts';

export type OfferFormProps = {
  record: Offer | null;
  kind: 'wholesale' | 'bundle' | 'coupon';
  list: string;
  of: ReturnType<typeof useOfferDraft>;
  sentence: ReactNode;
  /** The cards for fields of this kind only. */
  children: ReactNode;
};

/** The form of an offer of any kind. */
export const OfferForm = ({ record, kind, list, of, sentence, children }: OfferFormProps) => {
  const { t } = useTranslation('offer');
  const { draft, title, isLocked, drop, leave, question, answer } = of;
  return (
    <RuleForm
      draft={draft}
      title={title}
      back={{ to: list, label: t(`${kind}.title`) }}
      actions={<RecordButtons noun="offer" record={record} facts={fields} remove={drop} onRemoved={leave} />}
      isLocked={isLocked}
      sentence={sentence}
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
          <FormInput of={fields.start_date} disabled={isLocked} />
          <FormInput of={fields.end_date} disabled={isLocked} />
          <div className="sm:col-span-2">
            <BranchesField of={fields.branches} hint={t('branches_hint')} isLocked={isLocked} />
          </div>
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.shown')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormInput of={fields.descriptions} disabled={isLocked} className="sm:col-span-2" />
          {kind === 'coupon' ? null : (
            <FormInput of={fields.image_base64} disabled={isLocked} className="sm:col-span-2" />
          )}
          <FormInput of={fields.status} disabled={isLocked} />
          {kind === 'coupon' ? null : <FormInput of={fields.ord} disabled={isLocked} hint={t('ord_hint')} />}
        </CardBody>
      </Card>
    </RuleForm>
  );
};
