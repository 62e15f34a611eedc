import { api } from '@dukkan/contract';
import { expect, test } from 'vitest';
import { makeAdmin, makePerson, unique } from '../../../../test/actors.ts';
import { startApp } from '../../../../test/app.ts';
import { DEMO_PASSWORD } from '../index.ts';

const PASSWORD = 'Correct!Horse7';

test.each([
  { demo: '0', answer: 422 },
  { demo: '1', answer: 200 },
])(
  "with DEMO=$demo the demo's password is answered with $answer wherever a password is chosen",
  async ({ demo, answer }) => {
    const app = await startApp({ env: { DEMO: demo } });
    try {
      const admin = await makeAdmin(app);
      const person = await makePerson(app, { permissions: ['orders'], password: PASSWORD });
      const byAdmin = (input: object) => app.call(api.account.save, input, { token: admin.token });
      const own = {
        current_password: PASSWORD,
        password: DEMO_PASSWORD,
        password_confirmation: DEMO_PASSWORD,
      };
      const replies = [
        await app.call(api.auth.updateProfile, own, { token: person.token }),
        await byAdmin({ name: 'New', email: `new${unique()}@example.test`, password: DEMO_PASSWORD }),
        await byAdmin({ id: person.id, password: DEMO_PASSWORD }),
      ];
      for (const reply of replies) {
        expect(reply.status, reply.text).toBe(answer);
        if (answer === 422) expect(Object.keys(reply.failure.errors)).toEqual(['password']);
      }
      // what is chosen is what signs in afterwards: nobody has locked themselves out
      const chosen = answer === 200 ? DEMO_PASSWORD : PASSWORD;
      const entered = await app.call(api.auth.signIn, { email: person.email, password: chosen });
      expect(entered.status, entered.text).toBe(200);
    } finally {
      await app.stop();
    }
  },
);
