import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { Button, IconButton, Popover } from '../ui/index.ts';
import { showPanel } from './panels.ts';

/** Explains a page in a few sentences, and leads to the keyboard's shortcuts. */
const PageHelp = ({ name }: { name: string }) => {
  const { t } = useTranslation(['page-tools', 'shell', 'help', 'shortcuts']);
  const [isOpen, setOpen] = useState(true);
  const title = t(`shell:route.${name}`);
  return (
    <Popover
      label={t('help.of', { title })}
      open={isOpen}
      onOpenChange={setOpen}
      className="w-80"
      trigger={<IconButton size="sm" label={t('help.open')} icon={<CircleHelp />} />}
    >
      <h2 className="text-base font-semibold text-ink">{title}</h2>
      <p className="mt-1 text-base text-muted">{t(`help:page.${name}`)}</p>
      <Button
        size="sm"
        variant="ghost"
        className="mt-2 -ms-2"
        onClick={() => {
          setOpen(false);
          showPanel('shortcuts');
        }}
      >
        {t('shortcuts:title')}
      </Button>
    </Popover>
  );
};

export default PageHelp;
