import { Languages } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Badge } from '../../ui/index.ts';

/** The languages that a text lacks; nothing where it lacks none. */
export const MissingMark = ({ of }: { of: readonly string[] }) => {
  const { t } = useTranslation('kit');
  const { list } = useFormat();
  if (of.length === 0) return null;
  return (
    <Badge variant="warning" icon={<Languages aria-hidden="true" />}>
      <span className="sr-only">{t('missing.mark')} </span>
      {list(of.map((code) => t(`missing.${code}`)))}
    </Badge>
  );
};

/** How many records stand behind a number, and the way to them; nothing leads to none. */
export const CountLink = ({ count, to, label }: { count: number; to: string; label: string }) => {
  const { counted } = useFormat();
  if (count === 0) return <bdi className="text-subtle">{counted(count)}</bdi>;
  return (
    <Link
      to={to}
      aria-label={`${label}: ${counted(count)}`}
      className="hit rounded-sm text-primary-text hover:underline"
    >
      <bdi>{counted(count)}</bdi>
    </Link>
  );
};
