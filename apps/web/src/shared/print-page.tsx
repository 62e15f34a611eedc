import { LOCALES, PRINT_PROFILES } from 'virtual:facts';
import type { api, PrintedContent } from '@dukkan/contract';
import { FileDown, Printer } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { RecordStates } from '../kit/index.ts';
import { useTranslation } from '../lib/i18n.ts';
import { downloadPrint } from '../lib/server/download.ts';
import type { AnyEndpoint } from '../lib/server/endpoint.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { Button, Card, CardBody, CardHeader, Field, SegmentedControl } from '../ui/index.ts';
import { SIZES, usePrintChoice } from './print-choice.ts';
import { PaperSheet } from './print-sheet.tsx';

const PX_PER_MM = 96 / 25.4;

/** Scales a sheet down so that it fits the width of the page; it prints in its real size. */
const FittedSheet = ({ width, children }: { width: number; children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const measure = () => setZoom(Math.min(1, current.clientWidth / (width * PX_PER_MM)));
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    measure();
    return () => watch.disconnect();
  }, [width]);
  return (
    <div ref={box} className="min-w-0 flex-1">
      <div className="mx-auto w-fit print:w-auto print:[zoom:1]!" style={{ zoom }}>
        {children}
      </div>
    </div>
  );
};

type PaperPageProps = {
  /** The endpoint that returns the document's content. */
  paper:
    | typeof api.order.paper
    | typeof api.orderReturn.paper
    | typeof api.posSession.paper
    | typeof api.receipt.paper;
  /** The endpoint that creates its PDF. */
  pdf: AnyEndpoint & { readonly prints: true };
  id: number;
  /** Renders the page's header, with the print buttons. */
  head: (buttons: ReactNode) => ReactNode;
  /** Beside the sheet, below the selection of paper and language. */
  children?: ReactNode;
};

/** Shows a document and prints it, in the browser or as a PDF, on a selected paper and in a selected language. */
export const PaperPage = ({ paper: endpoint, pdf, id, head, children }: PaperPageProps) => {
  const { t } = useTranslation(['paper', 'kit']);
  const { paper: chosen, language, choose } = usePrintChoice();
  const [making, setMaking] = useState(false);
  // read in the language in which it is printed, not in the user's
  const read = useRead(endpoint, { id, locale: language });
  return (
    <RecordStates read={read} use={endpoint}>
      {(sheet: PrintedContent) => {
        const paper = chosen ?? sheet.profile;
        const download = async () => {
          setMaking(true);
          await downloadPrint(pdf, id, { profile: paper, locale: language });
          setMaking(false);
        };
        return (
          <>
            <div className="print:hidden">
              {head(
                <>
                  <Button icon={<FileDown />} loading={making} onClick={() => void download()}>
                    {t('paper:pdf')}
                  </Button>
                  <Button icon={<Printer />} onClick={() => window.print()}>
                    {t('paper:print')}
                  </Button>
                </>,
              )}
            </div>
            <div className="grid items-start gap-gap xl:grid-cols-[minmax(0,1fr)_20rem] print:block">
              <section
                aria-label={t('paper:sheet')}
                className="flex max-w-full overflow-x-auto rounded-lg border border-line bg-sunken p-4 max-sm:p-2 print:block print:overflow-visible print:border-0 print:bg-transparent print:p-0"
              >
                <FittedSheet width={SIZES[paper].width}>
                  <PaperSheet of={sheet} paper={paper} />
                </FittedSheet>
              </section>
              <div className="grid gap-gap print:hidden">
                <Card>
                  <CardHeader title={t('paper:look')} />
                  <CardBody className="grid gap-gap">
                    <Field label={t('paper:paper')}>
                      <SegmentedControl
                        value={paper}
                        onChange={(next) => choose({ paper: next })}
                        options={PRINT_PROFILES.map((value) => ({ value, label: t(`paper:size.${value}`) }))}
                      />
                    </Field>
                    <Field label={t('paper:language')}>
                      <SegmentedControl
                        value={language}
                        onChange={(next) => choose({ language: next })}
                        options={LOCALES.map((value) => ({ value, label: t(`kit:localized.${value}`) }))}
                      />
                    </Field>
                  </CardBody>
                </Card>
                {children}
              </div>
            </div>
          </>
        );
      }}
    </RecordStates>
  );
};
