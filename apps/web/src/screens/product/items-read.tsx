import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Quantity } from '../../shared/stock-figures.tsx';
import { Card, CardHeader, Table, Td, THead, Th, Tr } from '../../ui/index.ts';
import type { EditedProduct } from './default-values.ts';
import { Code, ProductPrice } from './parts.tsx';

/** The items of a product to read: what tells them apart, code, price and available units. */
export const ProductItems = ({ record }: { record: EditedProduct }) => {
  const { t } = useTranslation(['product', 'fields']);
  const { number } = useFormat();
  const hasOptions = record.items.some(({ option }) => option !== null);
  const hasPacks = record.items.some(({ pack_quantity }) => pack_quantity !== 1);
  const hasMinimums = record.items.some(({ minimum_quantity }) => minimum_quantity > 0);
  return (
    <Card>
      <CardHeader title={t('product:part.items')} />
      <Table aria-label={t('product:part.items')} className="mt-2 mb-1">
        <THead>
          <tr>
            {hasOptions ? <Th>{t('fields:option')}</Th> : null}
            <Th>{t('fields:barcode')}</Th>
            {hasPacks ? <Th align="end">{t('fields:pack_quantity')}</Th> : null}
            <Th align="end">{t('fields:price')}</Th>
            <Th align="end">{t('product:available')}</Th>
            {hasMinimums ? <Th align="end">{t('fields:minimum_quantity')}</Th> : null}
          </tr>
        </THead>
        <tbody>
          {record.items.map((item) => (
            <Tr key={item.item_id} className="group/row">
              {hasOptions ? (
                <Td>
                  <bdi className="[overflow-wrap:anywhere]">{item.option ?? '–'}</bdi>
                </Td>
              ) : null}
              <Td>
                <Code code={item.barcode} />
              </Td>
              {hasPacks ? (
                <Td align="end">
                  <bdi>{number(item.pack_quantity)}</bdi>
                </Td>
              ) : null}
              <Td align="end">
                <ProductPrice
                  price={item.price ?? record.price}
                  before={item.price === null ? record.compare_at : null}
                />
              </Td>
              <Td align="end">
                <Quantity of={item.quantity} />
              </Td>
              {hasMinimums ? (
                <Td align="end">
                  <Quantity of={item.minimum_quantity} />
                </Td>
              ) : null}
            </Tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
};
