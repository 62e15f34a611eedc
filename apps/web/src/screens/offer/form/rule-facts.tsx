import type { ReactNode } from 'react';
import { Link } from '../../../kit/index.ts';
import { RefText } from '../../../kit/pickers/ref-text.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { Card, CardBody, CardHeader, FactList } from '../../../ui/index.ts';
import { Branches, Dates, OfferValidity } from '../list/cells.tsx';

/** The most products or categories that are named; the others are counted. */
const NAMED_MAX = 10;

type Named = { readonly id: number; readonly title?: string | undefined };

export type RuleFactsProps = {
  title: string;
  /** What every rule has. */
  rule: {
    readonly holds: 'now' | 'later' | 'over' | 'off';
    readonly read_only: 'everywhere' | 'other_branches' | null;
    readonly categorys_id: readonly number[];
    readonly products: readonly Named[];
    readonly branches_ids: readonly number[];
    readonly start_date: string | null;
    readonly end_date: string | null;
  };
  /** Said where the rule names neither products nor categories. */
  nothing: string;
  /** The terms of this kind, in front of the others. */
  terms: readonly { id: string; name: ReactNode; value: ReactNode }[];
};

/** The facts of a rule to read, for users who may not change it. */
export const RuleFacts = ({ title, rule, nothing, terms }: RuleFactsProps) => {
  const { t } = useTranslation(['offer', 'fields']);
  const { categorys_id, products, start_date, end_date } = rule;
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody>
        <FactList
          facts={[
            ...terms,
            {
              id: 'scope',
              name: t('offer:scope'),
              value:
                categorys_id.length + products.length === 0 ? (
                  nothing
                ) : (
                  <RuleScopeList categories={categorys_id} products={products} />
                ),
            },
            {
              id: 'dates',
              name: t('offer:dates.label'),
              value: <Dates from={start_date} to={end_date} />,
            },
            {
              id: 'branches',
              name: t('fields:branches_ids'),
              value: <Branches ids={rule.branches_ids} readOnly={rule.read_only} />,
            },
            {
              id: 'holds',
              name: t('fields:holds'),
              value: <OfferValidity of={rule.holds} from={start_date} />,
            },
          ]}
        />
      </CardBody>
    </Card>
  );
};

/** The categories and products of a rule by name; the products are links. */
const RuleScopeList = ({
  categories,
  products,
}: {
  categories: readonly number[];
  products: readonly Named[];
}) => {
  const { t } = useTranslation('offer');
  const named = [...new Map(products.map((product) => [product.id, product])).values()];
  const others = Math.max(0, categories.length - NAMED_MAX) + Math.max(0, named.length - NAMED_MAX);
  return (
    <ul className="grid gap-0.5">
      {categories.slice(0, NAMED_MAX).map((id) => (
        <li key={`category ${id}`}>
          <RefText to="category" id={id} />
        </li>
      ))}
      {named.slice(0, NAMED_MAX).map(({ id, title }) => (
        <li key={`product ${id}`}>
          <Link to={paths.product(id)}>{title ? <bdi>{title}</bdi> : <RefText to="product" id={id} />}</Link>
        </li>
      ))}
      {others > 0 ? <li className="text-muted">{t('and_more', { count: others })}</li> : null}
    </ul>
  );
};
