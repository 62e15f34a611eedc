import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../../kit/link.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';

/** A page of the till before it sells: what is missing, and what to do about it. */
export const GatePage = ({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: ReactNode;
}) => {
  const { t } = useTranslation('till');
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 bg-canvas p-6 text-center">
      <div className="grid max-w-md gap-2">
        <h1 className="text-2xl font-semibold text-ink">{title}</h1>
        <p className="text-lg text-muted">{text}</p>
      </div>
      {children ? <div className="grid justify-items-center gap-3">{children}</div> : null}
      <Link
        to={paths.home}
        className="hit inline-flex items-center gap-2 text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        {t('leave')}
      </Link>
    </main>
  );
};
