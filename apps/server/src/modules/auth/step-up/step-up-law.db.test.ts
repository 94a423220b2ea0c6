import { ROUTES } from '@app/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../../test/api-testbed.ts';

/** Fields of each route, without any proof. A missing route fails the first law. */
const SAYS: Readonly<Record<string, object>> = {
  '/safe/update_password': { password: 'correct horse', re_password: 'correct horse' },
  '/safe/mobile': { mobile: '4915112345678', code: '123456' },
  '/plus/trade-password': { password: '483157', re_password: '483157' },
  '/plus/phrase': { phrase: 'blue heron' },
  '/user/bindAuthenticator': { google_code: '123456' },
  '/plus/passkeys/start': {},
  '/plus/passkeys/remove': { id: '1' },
};

const guarded = ROUTES.filter(({ stepUp }) => stepUp !== undefined);

let testbed: ApiTestbed;

beforeAll(async () => {
  testbed = await openApiTestbed();
});

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
      const token = await testbed.newSession();
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
