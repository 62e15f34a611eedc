type ListPage<R> = { readonly results: readonly R[]; readonly meta: { readonly last_page: number } };

/** Reads a list page by page to its end, or until `take` returns true because it has enough. @throws CallFailure */
export async function readPages<R>(
  read: (page: number) => Promise<ListPage<R>>,
  take: (rows: readonly R[]) => boolean,
): Promise<void> {
  for (let page = 1, last = 1, isEnough = false; page <= last && !isEnough; page += 1) {
    const { results, meta } = await read(page);
    last = meta.last_page;
    isEnough = take(results);
  }
}
