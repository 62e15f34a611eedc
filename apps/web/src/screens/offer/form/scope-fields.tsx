import { type FieldSpec, FormInput, RefsPicker } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useOwnBranches } from './own-branches.ts';

type Target = { readonly id: number; readonly item_id?: number | null };

/** Returns the selected products as targets: known products keep their items, new ones apply to all items. */
export function toRuleTargets(ids: readonly number[], before: readonly Target[]): Target[] {
  return ids.flatMap((id) => {
    const sameTargets = before.filter((target) => target.id === id);
    return sameTargets.length > 0 ? sameTargets : [{ id, item_id: null }];
  });
}

export type ScopeFieldsProps = {
  products: FieldSpec;
  categories: FieldSpec;
  productsHint?: string;
  categoriesHint?: string;
};

/** Selects the products and categories to which a rule applies. */
export const ScopeFields = ({ products, categories, productsHint, categoriesHint }: ScopeFieldsProps) => (
  <>
    <FormInput of={categories} hint={categoriesHint}>
      {({ value, onChange }) => (
        <RefsPicker to="category" value={(value ?? []) as number[]} onChange={onChange} />
      )}
    </FormInput>
    <FormInput of={products} hint={productsHint}>
      {({ value, onChange }) => {
        const targets = (value ?? []) as Target[];
        return (
          <RefsPicker
            to="product"
            value={[...new Set(targets.map(({ id }) => id))]}
            onChange={(ids) => onChange(toRuleTargets(ids, targets))}
          />
        );
      }}
    </FormInput>
  </>
);

/** Selects the branches of a rule; none means all branches, for users of all branches. */
export const BranchesField = ({ of }: { of: FieldSpec }) => {
  const { t } = useTranslation('offer');
  const isNarrow = useOwnBranches() !== null;
  return (
    <FormInput of={of} required={isNarrow} hint={t(isNarrow ? 'own_branches_hint' : 'branches_hint')}>
      {({ value, onChange }) => (
        <RefsPicker to="branch" value={(value ?? []) as number[]} onChange={onChange} />
      )}
    </FormInput>
  );
};
