import { useTranslation } from '../lib/i18n.ts';
import { SecretDialog as Dialog, type SecretDialogProps } from '../ui/index.ts';

/** Shows something that is never shown again (a generated password), to be copied. */
export const SecretDialog = (props: Omit<SecretDialogProps, 'labels'>) => {
  const { t } = useTranslation(['kit', 'common']);
  const labels = {
    copy: t('common:action.copy'),
    copied: t('common:action.copied'),
    close: t('common:action.close'),
    done: t('kit:noted'),
  };
  return <Dialog {...props} labels={labels} />;
};
