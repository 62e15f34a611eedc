import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Bdi } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { Button, Dialog } from '../ui/index.ts';

export type SecretDialogProps = { title: ReactNode; text: ReactNode; secret: string; onClose: () => void };

/** Shows something that is never shown again (a generated password), to be copied. */
export const SecretDialog = ({ title, text, secret, onClose }: SecretDialogProps) => {
  const { t } = useTranslation('kit');
  const [copied, setCopied] = useState(false);
  const copy = () =>
    // plain http has no clipboard; the text can still be selected
    navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={text}
      closeLabel={t('close')}
      footer={
        <>
          <Button icon={copied ? <Check /> : <Copy />} onClick={() => void copy()}>
            {copied ? t('copied') : t('copy')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('noted')}
          </Button>
        </>
      }
    >
      <p className="mt-2 rounded-md border border-line bg-sunken px-3 py-2.5 text-center font-mono text-lg select-all">
        <Bdi dir="ltr">{secret}</Bdi>
      </p>
      <span role="status" className="sr-only">
        {copied ? t('copied') : ''}
      </span>
    </Dialog>
  );
};
