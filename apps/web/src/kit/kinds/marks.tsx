import { Languages } from 'lucide-react';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Badge } from '../../ui/index.ts';
import { Link } from '../link.tsx';

/** Lists the languages in which a text is missing; renders nothing when none is missing. */
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

/** A count of records that links to them; without a link for 0. */
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
