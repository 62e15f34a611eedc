import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { AnyEndpoint } from '../../lib/server/endpoint.ts';

type SubPage = {
  /** The last part of its translation key: `palette:page.<name>`. */
  readonly name: string;
  readonly path: string;
  readonly use: AnyEndpoint;
};

/** Pages that are tabs of another page: not in the menu, but found by their own name. */
export const SUB_PAGES: readonly SubPage[] = [
  { name: 'order_board', path: paths.orderBoard, use: api.order.list },
  { name: 'safe', path: paths.safe, use: api.safe.list },
  { name: 'zone_map', path: paths.zoneMap, use: api.location.list },
  { name: 'certificates', path: paths.certificates, use: api.tss.list },
];
