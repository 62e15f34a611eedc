import { type FieldSpec, Input, RefsPicker } from '../../../kit/index.ts';

type Target = { readonly id: number; readonly item_id?: number | null };

/** The chosen products, each with the items of it that were named before; all items of a new one. */
export function toRuleTargets(ids: readonly number[], before: readonly Target[]): Target[] {
  return ids.flatMap((id) => {
    const known = before.filter((target) => target.id === id);
    return known.length > 0 ? known : [{ id, item_id: null }];
  });
}

export type ScopeFieldsProps = {
  products: FieldSpec;
  categories: FieldSpec;
  productsHint?: string;
  categoriesHint?: string;
  isLocked: boolean;
};

/** What a rule is for: products, categories, or both. */
export const ScopeFields = ({
  products,
  categories,
  productsHint,
  categoriesHint,
  isLocked,
}: ScopeFieldsProps) => (
  <>
    <Input of={categories} hint={categoriesHint}>
      {({ value, onChange }) => (
        <RefsPicker to="category" value={(value ?? []) as number[]} onChange={onChange} disabled={isLocked} />
      )}
    </Input>
    <Input of={products} hint={productsHint}>
      {({ value, onChange }) => {
        const targets = (value ?? []) as Target[];
        return (
          <RefsPicker
            to="product"
            value={[...new Set(targets.map(({ id }) => id))]}
            onChange={(ids) => onChange(toRuleTargets(ids, targets))}
            disabled={isLocked}
          />
        );
      }}
    </Input>
  </>
);

/** Branches that a rule names; none is every branch. */
export const BranchesField = ({ of, hint, isLocked }: { of: FieldSpec; hint: string; isLocked: boolean }) => (
  <Input of={of} hint={hint}>
    {({ value, onChange }) => (
      <RefsPicker to="branch" value={(value ?? []) as number[]} onChange={onChange} disabled={isLocked} />
    )}
  </Input>
);
