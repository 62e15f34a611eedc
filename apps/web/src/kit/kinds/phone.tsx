import { buildWhatsappLink } from '@dukkan/commerce';
import { MessageCircle } from 'lucide-react';
import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { EmptyCell } from './cell.tsx';

/** A phone number with a WhatsApp link where the number has one. */
export const PhoneText = ({ phone, name }: { phone: string | null; name: string }) => {
  const { t } = useTranslation('kit');
  if (!phone) return <EmptyCell />;
  const link = buildWhatsappLink(phone);
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Bdi dir="ltr">{phone}</Bdi>
      {link ? (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          aria-label={t('whatsapp', { name })}
          className="hit inline-grid size-6 place-items-center rounded-sm text-success-text hover:bg-hover print:hidden"
        >
          <MessageCircle className="size-4" />
        </a>
      ) : null}
    </span>
  );
};
