import { useTranslation } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';
import type { Message } from './actions.ts';

/** The sender of a message; unread messages have a dot and a bold name. */
export const Sender = ({ row }: { row: Message }) => {
  const { t } = useTranslation('contact-message');
  const isUnread = row.read_at === null;
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-hidden="true"
        className={cx('size-2 shrink-0 rounded-full', isUnread ? 'bg-primary' : 'bg-transparent')}
      />
      <bdi className={isUnread ? 'font-semibold' : 'font-normal'}>{row.name}</bdi>
      {isUnread ? <span className="sr-only">({t('unread')})</span> : null}
    </span>
  );
};

/** The subject and the beginning of the text on one line; each is truncated at the end of its own reading direction. */
export const About = ({ row }: { row: Message }) => (
  <span className="flex max-w-72 min-w-0 gap-2">
    {row.subject ? <bdi className="max-w-3/4 shrink-0 truncate">{row.subject}</bdi> : null}
    <bdi className="min-w-0 truncate text-muted">{row.message}</bdi>
  </span>
);
