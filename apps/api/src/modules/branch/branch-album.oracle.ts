import { makeBranch } from '../../../test/actors.ts';
import { newTexts, type Oracle } from '../../../test/oracle.ts';
import { PIXEL } from '../../../test/promises/bodies.ts';

export const oracle: Oracle = {
  group: 'branchAlbum',
  calls: {
    '/admin/branches/album': 'open',
    '/admin/branches/album/save': 'branchs.save',
    '/admin/branches/album/order': 'branchs.save',
    '/admin/branches/album/delete/{id}': 'branchs.save',
  },
  readers: {
    '/admin/branches/album': { held: ['admin'], narrow: ['branchs', 'products', 'seller', 'orders'] },
  },
  make: async (app, { texts = newTexts('Picture'), status = 1 } = {}) => {
    const data = {
      branch_id: (await makeBranch(app)).id,
      names: texts,
      descriptions: texts,
      file: 'x.webp',
      status,
    };
    return (await app.services.database.prisma.branch_album_image.create({ data })).id;
  },
  creates: async (app) => ({ branch_id: (await makeBranch(app)).id, file_base64: PIXEL }),
  changes: { ord: 1 },
  accepts: {
    '/admin/branches/album/order': async (app) => {
      const { prisma } = app.services.database;
      const id = await oracle.make(app);
      const { branch_id } = await prisma.branch_album_image.findUniqueOrThrow({ where: { id } });
      return { branch_id, ids: [id] };
    },
  },
  texts: { names: ['name', 200] },
};
