import type { ReactNode } from 'react';
import { useSession } from '../../lib/server/session.ts';
import { EmptyState, type EmptyStateProps } from '../../ui/index.ts';
import { LanguageMenu, LookMenu } from '../appearance-menus.tsx';
import { useShopName } from '../shop.ts';
import { ShopMark } from '../shop-mark.tsx';

type FullPageProps = Pick<EmptyStateProps, 'tone'> & {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  actions: ReactNode;
  code?: string;
};

/** A page with one message and a link to continue; signed-in users also see the menu. */
export const FullPage = (props: FullPageProps) => {
  const name = useShopName();
  const { user } = useSession();
  if (user !== null && !user.must_change_password)
    return (
      <div className="grid min-h-[60dvh] place-items-center">
        <PageMessage {...props} />
      </div>
    );
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center gap-2.5 px-4">
        <ShopMark />
        <span className="min-w-0 flex-1 truncate text-lg font-semibold text-ink">{name}</span>
        <LanguageMenu />
        <LookMenu />
      </header>
      <main className="grid flex-1 place-items-center pb-24">
        <PageMessage {...props} />
      </main>
    </div>
  );
};

const PageMessage = ({ icon, tone, title, text, actions, code }: FullPageProps) => (
  <div>
    {code ? (
      <p aria-hidden="true" className="text-center text-2xl font-semibold tracking-widest text-subtle">
        <bdi>{code}</bdi>
      </p>
    ) : null}
    <h1 className="sr-only">{title}</h1>
    <EmptyState icon={icon} tone={tone} title={title} text={text} actions={actions} />
  </div>
);
