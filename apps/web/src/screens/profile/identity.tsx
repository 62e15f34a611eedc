import { BadgeCheck, Mail, Phone } from 'lucide-react';
import { useState } from 'react';
import { Bdi, isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { storeUser, type User } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Badge, Banner, Button, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { CodeDialog } from './code-dialog.tsx';

export type IdentityKind = 'email' | 'phone';
/** A pending change of e-mail or phone, with the account that receives the code. */
export type PendingCodeRequest = { of: IdentityKind; user_id: string };

type Open = { dialog: 'change' | 'remove' | 'code'; of: IdentityKind };

const drawings = { email: Mail, phone: Phone };

/** The e-mail and phone for signing in. A new one becomes active only after its code was entered. */
export const IdentityCard = ({ user }: { user: User }) => {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState<Open | null>(null);
  const [request, setRequest] = useState<PendingCodeRequest | null>(null);
  const close = () => setOpen(null);
  return (
    <Card>
      <CardHeader title={t('part.identity')} description={t('part.identity_text')} />
      <CardBody className="divide-y divide-line">
        <IdentityLine of="email" user={user} request={request} onOpen={setOpen} />
        <IdentityLine of="phone" user={user} request={request} onOpen={setOpen} />
      </CardBody>
      {open?.dialog === 'change' || open?.dialog === 'remove' ? (
        <ChangeDialog
          of={open.of}
          user={user}
          removes={open.dialog === 'remove'}
          onClose={close}
          onSent={(user_id) => {
            setRequest({ of: open.of, user_id });
            setOpen({ dialog: 'code', of: open.of });
          }}
        />
      ) : null}
      {open?.dialog === 'code' && request ? (
        <CodeDialog
          request={request}
          user={user}
          onClose={close}
          onAgain={() => setOpen({ dialog: 'change', of: request.of })}
        />
      ) : null}
    </Card>
  );
};

type IdentityLineProps = {
  of: IdentityKind;
  user: User;
  request: PendingCodeRequest | null;
  onOpen: (open: Open) => void;
};

const IdentityLine = ({ of, user, request, onOpen }: IdentityLineProps) => {
  const { t } = useTranslation(['profile', 'fields']);
  const cancel = useWrite(api.auth.updateProfile, {
    success: t('profile:identity.cancelled'),
    onSuccess: storeUser,
  });
  const Drawing = drawings[of];
  const value = user[of];
  const pending = user[`pending_${of}`];
  const verified = user[`${of}_verified`];
  const other = of === 'email' ? user.phone : user.email;
  const label = t(`fields:${of}`);
  return (
    <div className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Drawing aria-hidden="true" className="size-5 shrink-0 text-subtle" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-sm text-subtle">{label}</p>
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {value ? (
              <Bdi dir="ltr">{value}</Bdi>
            ) : (
              <span className="text-subtle">{t('profile:identity.none')}</span>
            )}
            {value && verified ? (
              <Badge variant="success">
                <BadgeCheck aria-hidden="true" className="size-3.5" /> {t('profile:identity.verified')}
              </Badge>
            ) : null}
            {value && !verified ? <Badge variant="warning">{t('profile:identity.unverified')}</Badge> : null}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {value && other ? (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`${t('profile:identity.remove')}: ${label}`}
              onClick={() => onOpen({ dialog: 'remove', of })}
            >
              {t('profile:identity.remove')}
            </Button>
          ) : null}
          <Button
            size="sm"
            aria-label={`${t(value ? 'profile:identity.change' : 'profile:identity.add')}: ${label}`}
            onClick={() => onOpen({ dialog: 'change', of })}
          >
            {t(value ? 'profile:identity.change' : 'profile:identity.add')}
          </Button>
        </div>
      </div>
      {pending ? (
        <Banner
          tone="info"
          actions={
            <>
              <Button
                size="sm"
                onClick={() => onOpen({ dialog: request?.of === of ? 'code' : 'change', of })}
              >
                {t(request?.of === of ? 'profile:identity.enter_code' : 'profile:identity.send_again')}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                loading={cancel.busy}
                // sending the current value cancels the pending change and needs no password
                onClick={() => void cancel.submit({ [of]: value })}
              >
                {t('profile:identity.cancel')}
              </Button>
            </>
          }
        >
          {t('profile:identity.pending', { value: isolateBidi(pending) })}
        </Banner>
      ) : null}
    </div>
  );
};
