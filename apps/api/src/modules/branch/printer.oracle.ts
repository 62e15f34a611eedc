import { makeBranch, unique } from '../../../test/actors.ts';
import { newTexts, type Oracle } from '../../../test/oracle.ts';

export const oracle: Oracle = {
  group: 'printer',
  calls: {
    '/admin/printers': 'branchs.view',
    '/admin/printers/save': 'branchs.save',
    '/admin/printers/delete/{id}': 'branchs.save',
    '/admin/printers/test/{id}': 'branchs.save',
  },
  // nobody knows its host, so that its test fails at once, and is logged too
  make: async (app, { texts = newTexts('Printer') } = {}) => {
    const { id: branch_id } = await makeBranch(app);
    const data = { id: unique(), branch_id, name: texts.en, host: 'printer.invalid' };
    return (await app.services.database.prisma.printer.create({ data })).id;
  },
  creates: async (app) => ({ branch_id: (await makeBranch(app)).id, name: 'Receipts', host: '10.1.2.3' }),
  accepts: { '/admin/printers/test/{id}': async (app) => ({ id: await oracle.make(app) }) },
  texts: {},
};
