/**
 * What an item of a product is called: the product's title with the item's option behind it (`Linen shirt · M`). The
 * database says the same by `item_titles`.
 * @param option what tells the item from its siblings; null for none
 */
export const toItemTitle = (title: string, option: string | null): string =>
  title === '' || !option ? title : `${title} · ${option}`;
