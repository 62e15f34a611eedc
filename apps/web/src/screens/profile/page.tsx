import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { useSession } from '../../lib/server/session.ts';
import { Banner, PageHeader } from '../../ui/index.ts';
import { IdentityCard } from './identity.tsx';
import { PasswordCard } from './password.tsx';
import { PersonForm } from './person.tsx';
import { PinCard } from './pin.tsx';
import { SessionCard } from './sessions.tsx';

const PASSWORD = 'password';

/** The user's own account. While an initial password must be changed, only the password form is shown. */
export default function ProfilePage() {
  const { t } = useTranslation('profile');
  const { user } = useSession();
  const { hash } = useLocation();
  const forced = user?.must_change_password ?? false;
  useEffect(() => {
    if (hash !== `#${PASSWORD}`) return;
    const part = document.getElementById(PASSWORD);
    part?.scrollIntoView({ block: 'start' });
    part?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus({ preventScroll: true });
  }, [hash]);
  if (!user) return null;
  if (forced) {
    return (
      <div className="mx-auto flex max-w-xl flex-col gap-gap">
        <PageHeader title={t('title')} />
        <Banner tone="warning" title={t('must_change')}>
          {t('must_change_text')}
        </Banner>
        <PasswordCard user={user} id={PASSWORD} />
      </div>
    );
  }
  return (
    <>
      <PersonForm user={user} />
      <div className="mt-gap grid items-start gap-gap lg:grid-cols-2 print:hidden">
        <div className="grid min-w-0 gap-gap">
          <IdentityCard user={user} />
          <SessionCard />
        </div>
        <div className="grid min-w-0 gap-gap">
          <PasswordCard user={user} id={PASSWORD} />
          {user.permissions.length > 0 ? <PinCard user={user} /> : null}
        </div>
      </div>
    </>
  );
}
