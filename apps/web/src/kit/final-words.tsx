import type { ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';

/**
 * The specification's sentences in the question before anything that cannot be undone, below the line that names the
 * thing (children): for a deletion both, for another change the second.
 */
export const FinalWords = ({ deletes = false, children }: { deletes?: boolean; children?: ReactNode }) => {
  const { t } = useTranslation('common');
  return (
    <>
      {children ? <span className="block">{children}</span> : null}
      {deletes ? <span className="mt-1.5 block">{t('common:delete.permanent')}</span> : null}
      <span className={deletes ? 'block' : 'mt-1.5 block'}>{t('common:delete.irreversible')}</span>
    </>
  );
};
