import { makeBranch } from '../../../test/actors.ts';
import { newTexts, type Oracle } from '../../../test/oracle.ts';
import { makeTill } from '../../../test/tills.ts';

export const oracle: Oracle = {
  group: 'posDevice',
  calls: {
    '/admin/pos/devices': 'branchs.view',
    '/admin/pos/devices/save': 'branchs.save',
    '/admin/pos/devices/delete/{id}': 'branchs.save',
  },
  make: async (app, { texts = newTexts('Till') } = {}) => {
    const { device_id: id } = await makeTill(app);
    await app.services.database.prisma.pos_device.update({ where: { id }, data: { name: texts.en } });
    return id;
  },
  creates: async (app) => ({ branch_id: (await makeBranch(app)).id, name: 'Till' }),
  texts: {},
};
