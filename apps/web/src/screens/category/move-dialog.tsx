import { ROOT_CATEGORY } from 'virtual:facts';
import { useState } from 'react';
import { FormDialog, RefPicker } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Field } from '../../ui/index.ts';
import type { TreeNode } from './childs.ts';
import type { CategoryMoves } from './moves.ts';

export type MoveCategoryDialogProps = { place: TreeNode; moves: CategoryMoves; onClose: () => void };

/** Asks for the new parent of a category; does not offer the category's own descendants. */
export const MoveCategoryDialog = ({ place, moves, onClose }: MoveCategoryDialogProps) => {
  const { t } = useTranslation('category');
  const { row, siblings } = place;
  const [target, setTarget] = useState<number | null>(null);
  const targetRead = useRead(
    api.category.show,
    { id: target ?? ROOT_CATEGORY },
    { enabled: target !== null },
  );
  const parent = target === null ? null : { id: target, title: targetRead.results?.title ?? '' };
  const stays = (target ?? ROOT_CATEGORY) === siblings.parent;
  return (
    <FormDialog
      title={t('category:move.title', { name: row.title })}
      description={row.childs_count > 0 ? t('category:move.text') : undefined}
      action={t('category:move.confirm')}
      busy={false}
      disabled={stays || (target !== null && targetRead.results?.id !== target)}
      onSubmit={() => {
        onClose();
        void moves.into(place, parent);
      }}
      onClose={onClose}
    >
      <Field label={t('category:move.target')} hint={t('category:move.top_hint')}>
        <RefPicker
          to="category"
          value={target}
          onChange={setTarget}
          fixed={{ outside: row.id }}
          placeholder={t('category:top')}
        />
      </Field>
    </FormDialog>
  );
};
