import { useState } from 'react';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import { Button, ConfirmDialog, Dialog, Field, Input, Textarea } from '../../../ui/index.ts';
import { askCoupon } from '../data/till-server.ts';
import { useOpenTill, useView } from '../view/till-context.ts';
import { DiscountDialog } from './discount-dialog.tsx';
import { ExtrasDialog } from './extras-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { QueueDialog } from './queue-dialog.tsx';
import { TakeUpDialog } from './take-up-dialog.tsx';

const ClientDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('till');
  const { session, device } = useOpenTill();
  const client = useView(({ draft }) => draft.client);
  const [phone, setPhone] = useState(client?.phone ?? '');
  const [name, setName] = useState(client?.name ?? '');
  const [isAsking, setAsking] = useState(false);
  const [hint, setHint] = useState<string | null>(null);
  const look = async () => {
    if (phone.trim() === '' || name !== '') return;
    setAsking(true);
    try {
      const { results } = await callApi(
        api.order.customer,
        { phone: phone.trim(), branch_id: device.branch_id },
        { branchId: device.branch_id },
      );
      const { customer } = results;
      setHint(customer ? null : t('client.new'));
      if (customer) {
        setName(customer.name);
        if (customer.phone) setPhone(customer.phone);
      }
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setHint(error.network ? t('client.alone') : error.message);
    }
    setAsking(false);
  };
  const submit = () => {
    const typed = phone.trim();
    void session.setClient(typed === '' ? null : { phone: typed, name: name.trim() });
    onClose();
  };
  return (
    <FormDialog
      title={t('client.title')}
      action={t('client.do')}
      busy={isAsking}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('client.phone')} hint={hint ?? t('client.phone_hint')}>
        <Input
          dir="ltr"
          inputMode="tel"
          autoComplete="off"
          value={phone}
          onChange={(event) => {
            setPhone(event.target.value);
            setName('');
          }}
          onBlur={() => void look()}
        />
      </Field>
      <Field label={t('client.name')}>
        <Input autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      {client ? (
        <div>
          <Button
            variant="ghost"
            onClick={() => {
              void session.setClient(null);
              onClose();
            }}
          >
            {t('client.remove')}
          </Button>
        </div>
      ) : null}
    </FormDialog>
  );
};

const CouponDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('till');
  const till = useOpenTill();
  const { session } = till;
  const coupon = useView(({ draft }) => draft.coupon);
  const [code, setCode] = useState(coupon?.code ?? '');
  const [isAsking, setAsking] = useState(false);
  const [wrong, setWrong] = useState<string | undefined>();
  const submit = async () => {
    if (code.trim() === '') {
      session.change({ kind: 'coupon', coupon: null });
      return onClose();
    }
    setAsking(true);
    try {
      session.change({ kind: 'coupon', coupon: await askCoupon(till, code.trim()) });
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setWrong(error.network ? t('coupon.needs_server') : error.message);
      setAsking(false);
    }
  };
  return (
    <FormDialog
      title={t('coupon.title')}
      action={t('coupon.do')}
      busy={isAsking}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('coupon.code')} error={wrong}>
        <Input dir="ltr" autoComplete="off" value={code} onChange={(event) => setCode(event.target.value)} />
      </Field>
    </FormDialog>
  );
};

const NotesDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('till');
  const { session } = useOpenTill();
  const [notes, setNotes] = useState(useView(({ draft }) => draft.notes));
  return (
    <FormDialog
      title={t('notes.title')}
      action={t('notes.do')}
      busy={false}
      onSubmit={() => {
        session.change({ kind: 'notes', notes: notes.trim() });
        onClose();
      }}
      onClose={onClose}
    >
      <Field label={t('notes.label')} hint={t('notes.hint')}>
        <Textarea value={notes} maxLength={2_000} onChange={(event) => setNotes(event.target.value)} />
      </Field>
    </FormDialog>
  );
};

const DrawerDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['till', 'kit']);
  const { session } = useOpenTill();
  const open = (path: string) => {
    session.openServerPage(path);
    onClose();
  };
  return (
    <Dialog
      open
      size="sm"
      hearsScans
      title={t('till:drawer.title')}
      description={t('till:drawer.text')}
      closeLabel={t('kit:close')}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <div className="grid gap-2 pt-2">
        <Button
          size="lg"
          variant="primary"
          onClick={() =>
            open(session.session_id === null ? paths.posSessionNew : paths.posSession(session.session_id))
          }
        >
          {t(session.session_id === null ? 'till:drawer.open' : 'till:drawer.session')}
        </Button>
        <Button size="lg" onClick={() => open(paths.orderReturnNew)}>
          {t('till:drawer.return')}
        </Button>
      </div>
    </Dialog>
  );
};

const RemoveDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['till', 'kit']);
  const { session } = useOpenTill();
  const draft = useView(({ draft }) => draft);
  const voids = useView(({ voids }) => voids);
  const line = draft.lines.find(({ key }) => key === draft.selected);
  if (!line) return null;
  return (
    <ConfirmDialog
      open
      danger
      title={t('till:remove.title', { title: isolateBidi(session.titleOf(line)) })}
      text={t('till:remove.text', { count: voids })}
      confirmLabel={t('till:remove.do')}
      cancelLabel={t('kit:cancel')}
      onOpenChange={(isOpen) => isOpen || onClose()}
      onConfirm={() => {
        onClose();
        session.removeLine(line.key);
      }}
    />
  );
};

const ClearDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('till');
  const { session } = useOpenTill();
  const count = useView(({ draft }) => draft.lines.length);
  return (
    <ConfirmDialog
      open
      danger
      title={t('clear.title')}
      text={t('clear.text', { count })}
      confirmLabel={t('clear.do')}
      cancelLabel={t('clear.keep')}
      onOpenChange={(isOpen) => isOpen || onClose()}
      onConfirm={() => {
        onClose();
        session.clear();
      }}
    />
  );
};

/** The dialog that is open; loaded with the first one. */
const Dialogs = () => {
  const { session } = useOpenTill();
  const dialog = useView(({ dialog }) => dialog);
  const close = () => session.show(null);
  switch (dialog) {
    case 'keys':
      return <KeysDialog onClose={close} />;
    case 'queue':
      return <QueueDialog onClose={close} />;
    case 'client':
      return <ClientDialog onClose={close} />;
    case 'coupon':
      return <CouponDialog onClose={close} />;
    case 'notes':
      return <NotesDialog onClose={close} />;
    case 'discount':
      return <DiscountDialog onClose={close} />;
    case 'take_up':
      return <TakeUpDialog onClose={close} />;
    case 'drawer':
      return <DrawerDialog onClose={close} />;
    case 'remove':
      return <RemoveDialog onClose={close} />;
    case 'clear':
      return <ClearDialog onClose={close} />;
    case 'extras':
      return <ExtrasDialog onClose={close} />;
    case null:
      return null;
  }
};

export default Dialogs;
