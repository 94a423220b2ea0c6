import { userAccount } from '@app/domain/ledger';
import { formatDecimal } from '@app/money';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthTestbed, openAuthTestbed, times } from '../../../test/auth-testbed.ts';
import type { Caller, FindCaller } from '../../platform/http/caller.ts';
import { sweepAuth } from './code/sweep.ts';
import { changeAccount } from './demo/change-account.ts';
import { openDemoAccount } from './demo/open-demo-account.ts';
import { createFindCaller } from './session/find-caller.ts';

const ip = '10.9.9.9';
let testbed: AuthTestbed;
let findCaller: FindCaller;
let keys = 0;

beforeAll(async () => {
  testbed = await openAuthTestbed();
  findCaller = createFindCaller(testbed.deps, { keepsAwake: true });
});
beforeEach(() => testbed.setClock('0'));

const { newUser, signIn, setClock }: Pick<AuthTestbed, 'newUser' | 'signIn' | 'setClock'> = {
  newUser: (...given) => testbed.newUser(...given),
  signIn: (...given) => testbed.signIn(...given),
  setClock: (ahead) => testbed.setClock(ahead),
};
const mustFind = async (token: string): Promise<Caller> => (await findCaller(token))!.caller;

describe('a session', () => {
  it('given ten concurrent changes of mode, when they end, then one new token exists and the old one is invalid', async () => {
    const { token } = await signIn((await newUser()).account);
    const caller = await mustFind(token);
    await setClock('20 days');
    const change = () => changeAccount(testbed.deps, caller, { mode: undefined, ip, userAgent: 'test' });
    const outcomes = await Promise.allSettled(times(10, change));
    const made = outcomes.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
    expect(made).toHaveLength(1);
    expect(await findCaller(token)).toBeUndefined();
    const [next] = made;
    expect(next!.user.book).toBe('demo');
    expect(await mustFind(next!.token)).toMatchObject({ userId: caller.userId, mode: 'demo' });
    await setClock('26 days');
    expect(await findCaller(next!.token)).toBeDefined();
    await setClock('30 days 1 minute');
    expect(await findCaller(next!.token)).toBeUndefined();
  });
});

describe('the demo grant', () => {
  const key = () => {
    const hex = Date.now().toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(++keys).padStart(12, '0')}`;
  };
  const open = (userId: bigint, with_ = key()) =>
    openDemoAccount(testbed.deps, { key: with_, userId, route: '/user/demo_account', body: '[]' });
  const balance = async (userId: bigint, mode: 'demo' | 'real') =>
    (await testbed.ledger.read(testbed.db, mode, [userAccount(userId, 'wallet', 'USDT')])).map((it) =>
      formatDecimal(it.available),
    );

  it('given ten concurrent calls with different keys, when they end, then it was granted once, in demo mode', async () => {
    const { id } = await newUser();
    const answers = await Promise.all(times(10, () => open(id)));
    expect(answers.filter(({ granted }) => granted)).toHaveLength(1);
    expect(await balance(id, 'demo')).toEqual(['100000']);
    expect(await balance(id, 'real')).toEqual([]);
  });

  it('given the same key again, when it is replayed, then the first answer is returned', async () => {
    const { id } = await newUser();
    const same = key();
    expect(await open(id, same)).toEqual({ granted: true });
    expect(await open(id, same)).toEqual({ granted: true });
    expect(await open(id)).toEqual({ granted: false });
    expect(await balance(id, 'demo')).toEqual(['100000']);
  });
});

describe('the sweep', () => {
  it('given counters and codes that ended a day ago, when the worker sweeps, then they are deleted, users are not', async () => {
    await setClock('2 days');
    await sweepAuth(testbed.as('worker').db);
    const { rows } =
      await testbed.root.query(`select (select count(*)::int from attempt) + (select count(*)::int from one_time_code) as rest,
      (select count(*) > 0 from user_account) as "hasUsers"`);
    expect(rows).toEqual([{ rest: 0, hasUsers: true }]);
  });

  it.each([
    'select password_hash from user_account',
    'select trade_password_sealed from user_account',
    'select code_hash from one_time_code',
  ])('given the worker role, when it runs: %s, then the database refuses', async (statement) => {
    const worker = await testbed.bare('worker');
    await expect(worker.query(statement)).rejects.toThrow('permission denied');
  });
});
