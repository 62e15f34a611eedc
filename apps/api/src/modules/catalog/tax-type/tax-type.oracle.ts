import { newTexts, type Oracle } from '../../../../test/oracle.ts';

export const oracle: Oracle = {
  group: 'taxType',
  calls: {
    '/admin/taxs/types': 'taxs.view',
    '/admin/taxs/types/save': 'taxs.save',
    '/admin/taxs/types/delete/{id}': 'taxs.delete',
    '/admin/taxs/types/restore/{id}': 'taxs.delete',
  },
  make: async ({ services }, { texts = newTexts('Tax'), status = 1 } = {}) =>
    (await services.database.prisma.tax_type.create({ data: { names: texts, value: 5, status } })).id,
  creates: () => ({ names: { en: 'Tax' }, value: 5 }),
  changes: { value: 1 },
  texts: { names: ['name', 200] },
};
