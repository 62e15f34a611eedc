import { Pencil } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { EditMode } from '../../lib/edit-mode.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { BulkAction } from '../../lib/list/bulk-actions.ts';
import { runRowAction } from '../../lib/list/record-actions.ts';
import { usePageShortcuts } from '../../lib/page-keys.ts';
import type { AnyEndpoint } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import {
  Badge,
  Banner,
  Button,
  Card,
  CardBody,
  CardHeader,
  FactList,
  Glyph,
  IconButton,
  Menu,
  MenuItem,
  PageHeader,
  Skeleton,
  Switch,
} from '../../ui/index.ts';
import { BackLink } from '../back-link.tsx';
import { useHasEntries } from '../list/has-entries.ts';
import { MissingPermission } from '../record-states.tsx';
import { TimelineEntries, type TimelineProps } from '../timeline.tsx';
import { useSeesHistory } from './use-sees-history.ts';
import { WhenNear } from './when-near.tsx';

export type ReadingPageProps = {
  title: ReactNode;
  /** The link to the list, for Back when there is no previous page. */
  back: { to: string; label: string };
  /** Before the title, such as a product's picture. */
  picture?: ReactNode;
  /** Beside the title, such as a status. */
  status?: ReactNode;
  /** One line below the title. */
  description?: ReactNode;
  /** Buttons in the head. */
  actions?: ReactNode;
  /** Rarer actions, as entries of a menu in the head. */
  more?: ReactNode;
  /** The one blue button; without it that is Edit. */
  primary?: ReactNode;
  /** Whether and how the record is edited in place; absent for a record without a form. */
  edit?: EditMode;
  /** Why this record cannot be changed, though the user has the permission. */
  locked?: string;
  /** The endpoint that saves the record; its permission is named when the address asks for a form that is refused. */
  save?: AnyEndpoint;
  /** What asks for attention, above the content. */
  notice?: ReactNode;
  /** The column beside the content: short facts, contacts, notes. */
  aside?: ReactNode;
  /** Whose changes are told at the end of the page. */
  history?: TimelineProps | undefined;
  /** The cards of the page, the most important first. */
  children: ReactNode;
};

/** The page of a record to read: what it is and how it stands, one blue button, facts, and its history. */
export const ReadingPage = (props: ReadingPageProps) => {
  const { title, back, picture, status, description, actions, more, primary, edit, aside, history } = props;
  const { t } = useTranslation('kit');
  const seesHistory = useSeesHistory(history?.noun);
  const open = edit?.open ?? null;
  usePageShortcuts(() => new Map(open ? [['KeyE', open]] : []));
  const editButton = open ? (
    <Button
      variant={primary ? 'secondary' : 'primary'}
      icon={<Pencil />}
      aria-keyshortcuts="E"
      onClick={open}
    >
      {t('record.edit')}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title={title}
        picture={picture}
        aside={status}
        breadcrumbs={<BackLink {...back} />}
        description={description}
        actions={
          <>
            <MoreMenu>{more}</MoreMenu>
            {actions}
            {editButton}
            {primary}
          </>
        }
      />
      <div className="grid gap-gap">
        {edit?.isRefused ? <EditRefused {...props} onClose={edit.close} /> : null}
        {props.notice}
        <div
          className={aside ? 'grid items-start gap-gap xl:grid-cols-[minmax(0,1fr)_22rem]' : 'grid gap-gap'}
        >
          <div className="grid min-w-0 gap-gap">{props.children}</div>
          {aside ? (
            <div className="grid min-w-0 items-start gap-gap md:max-xl:grid-cols-2">{aside}</div>
          ) : null}
        </div>
        {history && seesHistory ? <RecordHistory {...history} /> : null}
      </div>
    </>
  );
};

/** The rarer actions of a page as a menu in its head; nothing without any. */
export const MoreMenu = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('kit');
  const hasEntries = useHasEntries();
  if (!hasEntries(children)) return null;
  return (
    <Menu trigger={<IconButton label={t('record.more')} icon={<Glyph name="dots" />} />}>{children}</Menu>
  );
};

/** An entry of the menu in the head that runs an action of the record, where it applies. */
export function ActionItem<R extends { id: number }>({
  action,
  record,
  onDone,
}: {
  action: BulkAction<R>;
  record: R;
  /** Called when the action succeeded, such as to leave the page of a deleted record. */
  onDone?: () => void;
}) {
  if (!action.applies(record)) return null;
  return (
    <MenuItem
      danger={action.danger}
      onSelect={() => void runRowAction(action, record).then((isDone) => isDone && onDone?.())}
    >
      {action.label}
    </MenuItem>
  );
}

type StatusSwitchProps<R> = {
  record: R;
  mayEdit: boolean;
  /** The actions of `useRecordActions`. */
  actions: { readonly activate: BulkAction<R>; readonly disable: BulkAction<R> };
};

/** Active or disabled, beside the title; a switch for those who may change it. */
export function StatusSwitch<R extends { status: number }>({
  record,
  mayEdit,
  actions,
}: StatusSwitchProps<R>) {
  const { t } = useTranslation('kit');
  const isActive = record.status === 1;
  const label = t(isActive ? 'status.active' : 'status.disabled');
  if (!mayEdit) return <Badge variant={isActive ? 'success' : 'secondary'}>{label}</Badge>;
  return (
    <Switch
      checked={isActive}
      onChange={(isOn) => void runRowAction(isOn ? actions.activate : actions.disable, record)}
      label={label}
    />
  );
}

/** Says why the form does not open: what holds this record, or which permission is missing. */
const EditRefused = ({
  locked,
  save,
  onClose,
}: Pick<ReadingPageProps, 'locked' | 'save'> & { onClose: () => void }) => {
  const { t } = useTranslation('kit');
  const { can } = useSession();
  return (
    <Banner tone="info" title={t('record.read_only')} onClose={onClose} closeLabel={t('close')}>
      {save && !can(save) ? <MissingPermission use={save} /> : locked}
    </Banner>
  );
};

export type FactsCardProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Facts whose value is null or undefined are left out. */
  facts: readonly { id: string; name: ReactNode; value: ReactNode }[];
  /** Below the facts. */
  children?: ReactNode;
};

/** A card of facts; nothing when none of them has a value. */
export const FactsCard = ({ title, description, actions, facts, children }: FactsCardProps) => {
  const filled = facts.filter(({ value }) => value !== null && value !== undefined);
  if (filled.length === 0 && !children) return null;
  return (
    <Card>
      <CardHeader title={title} description={description} actions={actions} />
      <CardBody>
        {filled.length > 0 ? <FactList facts={filled} /> : null}
        {children}
      </CardBody>
    </Card>
  );
};

/** A figure of a record with its name above it, such as what a customer owes. */
export const Figure = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-subtle">{name}</dt>
    <dd className="text-lg font-semibold tabular">{children}</dd>
  </div>
);

/** Figures in one row, as the money of a record; they wrap on a phone. */
export const FigureRow = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-wrap gap-x-10 gap-y-3">{children}</dl>
);

/** The changes of a record in sentences with the names of who made them; read when they come near the screen. */
const RecordHistory = (props: TimelineProps) => {
  const { t } = useTranslation('kit');
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader title={<span id={titleId}>{t('timeline.label')}</span>} />
      <CardBody>
        <WhenNear placeholder={<div className="h-32" />}>
          <TimelineEntries {...props} first={5} />
        </WhenNear>
      </CardBody>
    </Card>
  );
};

/** The shape of a reading page while its record loads. */
export const ReadingSkeleton = () => {
  const { t } = useTranslation('kit');
  return (
    <div role="status" aria-busy="true" className="grid animate-late gap-gap">
      <span className="sr-only">{t('list.loading')}</span>
      <div className="grid gap-2 py-1">
        <Skeleton className="w-24" />
        <Skeleton className="h-6 w-64 max-w-full" />
      </div>
      <div className="grid items-start gap-gap xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-gap">
          <Skeleton shape="block" className="h-48" />
          <Skeleton shape="block" className="h-64" />
        </div>
        <div className="grid gap-gap">
          <Skeleton shape="block" className="h-40" />
          <Skeleton shape="block" className="h-32" />
        </div>
      </div>
    </div>
  );
};
