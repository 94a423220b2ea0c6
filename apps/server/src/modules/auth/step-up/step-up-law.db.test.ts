import { ROUTES, type Route } from '@app/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../../test/api-testbed.ts';
import { giveTradePassword, newPerson, type Person } from '../../../../test/people.ts';
import { addChain, addSender } from '../../../../test/withdrawal-rows.ts';

/** Fields of each route, without any proof. A missing route fails the first law. */
const SAYS: Readonly<Record<string, object>> = {
  '/safe/update_password': { password: 'correct horse', re_password: 'correct horse' },
  '/safe/mobile': { mobile: '4915112345678', code: '123456' },
  '/plus/trade-password': { password: '483157', re_password: '483157' },
  '/plus/phrase': { phrase: 'blue heron' },
  '/plus/closing': { password: 'correct horse' },
  '/plus/exports/data': {},
  '/user/bindAuthenticator': { google_code: '123456' },
  '/plus/passkeys/start': {},
  '/plus/passkeys/remove': { id: '1' },
  '/user/wallet/save': { currency: 'BTC', name: 'Cold', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
  '/user/edituser_address': { id: '1', currency: 'BTC', name: 'Cold', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
  '/wallet/out': { currency: 'USDT', chain: 'ERC20', address_id: '1', amount: '20' },
  '/user/onlineOut': { amount: '100', usd: '75' },
  '/user/cash_save': {
    real_name: 'Mira Kaya',
    bank_name: 'Example Bank',
    bank_account: '1234567890123',
    bank_address: '1 Main Street',
    aba: '021000021',
    swift: 'CHASUS33',
    holder_address: '5 Side Street',
    post_code: '02101',
    receiver_phone: '+14155550100',
  },
};

const guarded = ROUTES.filter(({ stepUp }) => stepUp !== undefined);

let testbed: ApiTestbed;

beforeAll(async () => {
  testbed = await openApiTestbed();
  await addChain(testbed.root); // What cannot be withdrawn at all is refused before any proof.
  await addSender(testbed.root);
});

/** Opens a session of a user who has the factor that the route requires, so that only its proof is missing. */
async function newPersonFor({ stepUp }: Route): Promise<Person> {
  const person = await newPerson(testbed);
  if (stepUp?.policy !== 'account') await giveTradePassword(testbed, person.id);
  return person;
}

describe('every route that requires step-up', () => {
  it('is listed here, changes something, and takes a challenge', () => {
    expect(guarded.map(({ path }) => path).sort()).toEqual(Object.keys(SAYS).sort());
    for (const { method, request } of guarded) {
      expect(method).not.toBe('GET');
      expect(Object.keys(request.shape)).toContain('challenge');
    }
  });

  it.each(guarded.map((route) => [route.path, route] as const))(
    '%s refuses a plain session, and one with an unproven challenge',
    async (path, route) => {
      const { token } = await newPersonFor(route);
      const fields = SAYS[path] ?? {};
      for (const more of [{}, { challenge: '247510912204800001' }]) {
        const response = await testbed.send(route, { ...fields, ...more }, token);
        expect(response.json()).toMatchObject({ error: 'step_up_required' });
      }
      const { rows } = await testbed.root.query(`select count(*)::int as n from message_job`);
      expect(rows).toEqual([{ n: 0 }]);
    },
  );

  it('given a form over the wire, when it is proven step by step, then the answers match the protocol', async () => {
    const token = await testbed.newSession();
    const send = async (path: string, fields: object) => {
      const route = ROUTES.find((it) => it.path === path && it.method === 'POST');
      return (await testbed.send(route!, fields, token)).json();
    };
    const fields = { phrase: 'blue heron' };
    const started = await send('/plus/step-up', { path: '/plus/phrase', fields: JSON.stringify(fields) });
    expect(started.data).toMatchObject({ needs: [['code']], proven: [], is_enough: 0 });
    const { challenge } = started.data;
    expect(await send('/plus/step-up/code', { challenge })).toMatchObject({ data: { sent: 1 } });
    const { rows } = await testbed.root.query(`select body from message_job`);
    const [code] = /\b\d{6}\b/.exec(rows[0].body) ?? [];
    expect(await send('/plus/step-up/prove', { challenge, code })).toMatchObject({ data: { is_enough: 1 } });
    expect(await send('/plus/phrase', { ...fields, challenge, lang: 'en' })).toMatchObject({ type: 'ok' });
  });
});
