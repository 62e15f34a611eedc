import { MAIL_KEYS, type MailKey } from '@dukkan/contract';
import { Navigate, useParams } from 'react-router-dom';
import { RecordStates } from '../../kit/index.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { MailTemplateForm } from './form.tsx';

export default function MailTemplatePage() {
  const { key } = useParams();
  const mailKey = MAIL_KEYS.find((one) => one === key);
  return mailKey ? (
    <StoredMailTemplate key={mailKey} of={mailKey} />
  ) : (
    <Navigate to={paths.notFound} replace />
  );
}

const StoredMailTemplate = ({ of }: { of: MailKey }) => (
  <RecordStates read={useRead(api.mailTemplate.show, { key: of })} use={api.mailTemplate.show}>
    {(template) => <MailTemplateForm template={template} />}
  </RecordStates>
);
