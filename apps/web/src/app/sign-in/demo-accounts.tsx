import { Inbox } from 'lucide-react';
import { Link } from '../../kit/link.tsx';
import { Bdi } from '../../lib/bidi.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Card } from '../../ui/index.ts';
import type { Credentials } from './sign-in-page.tsx';

type DemoAccountsProps = { onPick: (credentials: Credentials) => void; mailbox: string };

/** Lists the accounts to try; in demo mode only. */
const DemoAccounts = ({ onPick, mailbox }: DemoAccountsProps) => {
  const { t } = useTranslation('auth');
  const { results: demo } = useRead(api.demo.accounts, {});
  if (!demo) return null;
  return (
    <Card aria-labelledby="demo-title" className="mt-6">
      <h2 id="demo-title" className="px-4 pt-3 text-sm font-medium text-ink">
        {t('demo.title')}
      </h2>
      <p className="px-4 text-sm text-subtle">{t('demo.text')}</p>
      <ul className="grid grid-cols-1 gap-1 p-2 min-[24rem]:grid-cols-2">
        {demo.accounts.map(({ email, role }) => (
          <li key={email}>
            <button
              type="button"
              onClick={() => onPick({ identity: email, password: demo.password })}
              className="w-full rounded-md px-2 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="block truncate text-base font-medium text-ink">{role}</span>
              <span className="block truncate text-xs text-subtle">
                <Bdi dir="ltr">{email}</Bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Link
        to={mailbox}
        className="flex items-center gap-2 rounded-b-lg border-t border-line px-4 py-2.5 text-sm text-primary-text hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Inbox aria-hidden="true" className="size-4" />
        {t('demo.mailbox')}
      </Link>
    </Card>
  );
};

export default DemoAccounts;
