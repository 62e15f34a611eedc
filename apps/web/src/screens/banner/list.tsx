import { BANNERS_MAX } from 'virtual:facts';
import { ImagePlus, Images, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Can, Link, RecordStates } from '../../kit/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { moveItem, useTileDrops } from '../../lib/sortable.ts';
import { useTitle } from '../../lib/title.ts';
import { Badge, Button, EmptyState, PageHeader, TabPanel, Tabs } from '../../ui/index.ts';
import { prefetchSliders, useSliders } from './record.ts';
import { BannerTile, DRAGGED } from './tile.tsx';

type Slider = RowOf<typeof api.slider.list>;

/** The tab with the banners of all sliders whose target no longer works. */
const DEAD = 'dead';

export const prefetch = prefetchSliders;

export default function BannerList() {
  const { t } = useTranslation('banner');
  const sliders = useSliders();
  useTitle(t('title'));
  return (
    <RecordStates
      read={{ results: sliders.results, failure: sliders.failure, refetch: sliders.refetch }}
      use={api.slider.list}
    >
      {(rows) => <BannersOfSliders sliders={rows} />}
    </RecordStates>
  );
}

const BannersOfSliders = ({ sliders }: { sliders: readonly Slider[] }) => {
  const { t } = useTranslation('banner');
  const { number } = useFormat();
  const [params, setParams] = useSearchParams();
  const dead = useRead(api.banner.list, { shows: DEAD, limit: 1 }).meta?.total ?? 0;
  const tabParam = params.get('shows') === DEAD ? DEAD : params.get('slider_id');
  const isDead = tabParam === DEAD;
  const slider = sliders.find(({ id }) => String(id) === tabParam) ?? sliders[0];
  const select = (value: string) =>
    setParams(value === DEAD ? { shows: DEAD } : { slider_id: value }, { replace: true });
  const tabs = [
    ...sliders.map(({ id, title, banners_count }) => ({
      value: String(id),
      label: <bdi>{title}</bdi>,
      aside: <Badge>{number(banners_count)}</Badge>,
    })),
    ...(dead > 0 || isDead
      ? [{ value: DEAD, label: t('dead_tab'), aside: <Badge variant="danger">{number(dead)}</Badge> }]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          slider && slider.banners_count < BANNERS_MAX ? (
            <Can use={api.banner.save}>
              <Button asChild variant="primary" icon={<Plus />}>
                <Link to={withQuery(paths.bannerNew, { slider_id: slider.id })}>{t('add')}</Link>
              </Button>
            </Can>
          ) : null
        }
      />
      {slider ? (
        <Tabs label={t('sliders')} value={isDead ? DEAD : String(slider.id)} onChange={select} tabs={tabs}>
          <TabPanel value={isDead ? DEAD : String(slider.id)} className="pt-4">
            <BannerGrid key={isDead ? DEAD : slider.id} slider={isDead ? null : slider} sliders={sliders} />
          </TabPanel>
        </Tabs>
      ) : (
        <EmptyState
          icon={<Images />}
          title={t('no_sliders')}
          text={t('no_sliders_text')}
          actions={
            <Can use={api.slider.save}>
              <Button asChild variant="primary" icon={<Plus />}>
                <Link to={paths.sliderNew}>{t('add_slider')}</Link>
              </Button>
            </Can>
          }
        />
      )}
    </>
  );
};

type GridProps = {
  /** Null for banners whose target no longer works, from all sliders; these have no order. */
  slider: Slider | null;
  sliders: readonly Slider[];
};

/** The banners of a slider in the order and shape that customers see; each move is saved at once. */
const BannerGrid = ({ slider, sliders }: GridProps) => {
  const { t } = useTranslation('banner');
  const { number } = useFormat();
  const may = useSession().can(api.banner.order) && slider !== null;
  const read = useRead(api.banner.list, {
    ...(slider ? { slider_id: slider.id } : { shows: DEAD }),
    limit: BANNERS_MAX,
  });
  const { submit: reorder, busy } = useWrite(api.banner.order);
  const [announcement, setAnnouncement] = useState('');
  // the order just set by the user, until the server's list is loaded again
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const stored = read.results ?? [];
  const banners = order ? order.flatMap((id) => stored.find((row) => row.id === id) ?? []) : stored;
  const move = async (from: number, to: number) => {
    if (!slider || busy || from < 0 || to < 0 || to >= banners.length || from === to) return;
    const ids = moveItem(
      banners.map(({ id }) => id),
      from,
      to,
    );
    setOrder(ids);
    setAnnouncement(t('moved', { number: number(to + 1) }));
    if (await reorder({ slider_id: slider.id, ids })) await read.refetch();
    setOrder(null);
  };
  useTileDrops<number>(DRAGGED, (from, to) => {
    const place = (id: number) => banners.findIndex((row) => row.id === id);
    void move(place(from), place(to));
  });
  return (
    <RecordStates
      read={{
        results: read.isPlaceholderData ? undefined : read.results,
        failure: read.failure,
        refetch: read.refetch,
      }}
      use={api.banner.list}
    >
      {() =>
        banners.length === 0 ? (
          <EmptyState
            icon={<ImagePlus />}
            title={t(slider ? 'empty' : 'dead_empty')}
            text={t(slider ? 'empty_text' : 'dead_empty_text')}
          />
        ) : (
          <>
            <ul
              aria-label={t('title')}
              className="grid grid-cols-[minmax(0,1fr)] items-start gap-gap sm:grid-cols-2 xl:grid-cols-3"
            >
              {banners.map((banner, index) => (
                <BannerTile
                  key={banner.id}
                  banner={banner}
                  size={slider ?? sliders.find(({ id }) => id === banner.slider_id)}
                  index={index}
                  last={index === banners.length - 1}
                  locked={!may}
                  onMove={(by) => void move(index, index + by)}
                />
              ))}
            </ul>
            <p role="status" className="sr-only">
              {announcement}
            </p>
          </>
        )
      }
    </RecordStates>
  );
};
