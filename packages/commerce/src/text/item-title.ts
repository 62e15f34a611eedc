/**
 * Returns the title of an item: the product's title followed by the item's option (`Linen shirt · M`). The SQL function
 * `item_titles` does the same.
 * @param option what distinguishes the item from its siblings; null for none
 */
export const toItemTitle = (title: string, option: string | null): string =>
  title === '' || !option ? title : `${title} · ${option}`;
