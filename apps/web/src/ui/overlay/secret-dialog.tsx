import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

export type SecretDialogProps = {
  title: ReactNode;
  text: ReactNode;
  secret: string;
  onClose: () => void;
  labels: { copy: string; copied: string; close: string; done: string };
};

/** Shows a secret once, such as a generated password, to be copied. */
export const SecretDialog = ({ title, text, secret, onClose, labels }: SecretDialogProps) => {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    // the clipboard is missing on plain http; the user can still select the text
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
      closeLabel={labels.close}
      footer={
        <>
          <Button icon={copied ? <Check /> : <Copy />} onClick={() => void copy()}>
            {copied ? labels.copied : labels.copy}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {labels.done}
          </Button>
        </>
      }
    >
      <p className="mt-2 rounded-md border border-line bg-sunken px-3 py-2.5 text-center font-mono text-lg select-all">
        <bdi dir="ltr">{secret}</bdi>
      </p>
      <span role="status" className="sr-only">
        {copied ? labels.copied : ''}
      </span>
    </Dialog>
  );
};
