import type { Route } from '@app/protocol';
import * as routes from '@app/protocol/deposit';
import { beforeAll, describe, expect, it } from 'vitest';
import { asQuery } from '../../../test/api-testbed.ts';
import { type DepositTestbed, openDepositTestbed } from '../../../test/deposit-testbed.ts';
import { newKey } from '../../../test/new-key.ts';
import { plainCaller } from '../../../test/plain-caller.ts';
import { atTheEnd, silent } from '../../../test/testbed.ts';
import type { Http } from '../../platform/http/caller.ts';
import { createHttp } from '../../platform/http/http.ts';
import { createSettings } from '../reference/index.ts';
import { depositRoutes } from './deposit.routes.ts';
import { resumeDeposits } from './watch/resume.ts';

const CONFIRMATIONS = 3;
let bed: DepositTestbed;
let http: Http;
let follow: () => Promise<void>;

beforeAll(async () => {
  bed = await openDepositTestbed();
  await bed.set('deposit.confirmations_erc20', CONFIRMATIONS);
  follow = await bed.openWatch();
  await follow();
  const { db } = bed.as('app');
  const findCaller = (token: string) => {
    const [id = '0', mode = 'real'] = token.split(' ');
    return Promise.resolve({ caller: plainCaller({ userId: BigInt(id), mode: mode as 'real', sessionId: 1n }) });
  };
  http = createHttp({ log: silent, findCaller, checkProduct: () => Promise.resolve({ ok: true, value: true }) });
  atTheEnd(() => http.app.close());
  depositRoutes(http, { db, settings: createSettings(db) });
});

async function ask(route: Route, fields: Record<string, string>, token: string) {
  const response = await http.app.inject({
    method: route.method,
    url: `/api${route.path}${route.method === 'GET' ? `?${new URLSearchParams(asQuery(fields))}` : ''}`,
    headers: { authorization: token, ...(route.effect && { 'idempotency-key': newKey() }) },
    ...(route.method === 'POST' && { payload: fields }),
  });
  return response.json<{ data: Record<string, unknown>; code: unknown; message: string; error?: string }>();
}

const ON_ETHEREUM = { currency: 'USDT', chain: 'ERC20' };

describe('an address', () => {
  it('is the caller’s own, the same at every call, also of ten at once, and another for another user', async () => {
    await bed.addressOf(11);
    await bed.addUser(12);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(routes.depositAddress, ON_ETHEREUM, '12')));
    const addresses = new Set(answers.map(({ data }) => data.address));
    expect(addresses.size).toBe(1);
    expect([...addresses][0]).not.toBe(await bed.addressOf(11));
    expect([...addresses][0]).toBe(await bed.addressOf(12));
  });

  it.each([
    ['in demo mode', ON_ETHEREUM, '11 demo', 'real_account_only'],
    ['on a chain that is not connected', { currency: 'USDT', chain: 'TRC20' }, '11', 'deposit_unavailable'],
    ['of a coin on another coin’s chain', { currency: 'BTC', chain: 'ERC20' }, '11', 'chain_of_other_coin'],
  ])('is refused %s', async (_where, fields, token, code) => {
    expect(JSON.stringify(await ask(routes.depositAddress, fields, token))).toContain(code);
  });

  it('is refused while custody has been silent for a minute', async () => {
    await bed.root.query(`update deposit_chain set checked_at = app_now() - interval '61 seconds'`);
    expect(JSON.stringify(await ask(routes.depositAddress, ON_ETHEREUM, '11'))).toContain('deposit_unavailable');
    await follow();
    expect((await ask(routes.depositAddress, ON_ETHEREUM, '11')).data.address).toBe(await bed.addressOf(11));
  });
});

describe('the list', () => {
  it('shows the caller’s deposits with their confirmations as they rise, and nobody else’s', async () => {
    const address = await bed.addressOf(21);
    await bed.chain.call(bed.usdt, 'mint', [address, 4_500_000n]);
    await follow();
    const listed = async (token: string) => (await ask(routes.listDeposits, {}, token)).data.list as unknown[];
    expect(await listed('21')).toMatchObject([
      {
        amount: '4.5',
        currency: 'USDT',
        state: 'seen',
        confirmations: 1,
        confirmations_needed: CONFIRMATIONS,
        credited_at: null,
      },
    ]);
    await bed.chain.mine(CONFIRMATIONS);
    await follow();
    expect(await listed('21')).toMatchObject([{ state: 'credited', confirmations: CONFIRMATIONS + 1 }]);
    expect(await listed('11')).toEqual([]);
  });
});

describe('a user’s own daily limit', () => {
  it('lets what exceeds it wait until the next day, once', async () => {
    const address = await bed.addressOf(31);
    await bed.root.query(`insert into personal_limit (user_id, kind, amount) values (31, 'daily_deposit', 10)`);
    for (const units of [6_000_000n, 5_000_000n]) await bed.chain.call(bed.usdt, 'mint', [address, units]);
    await bed.chain.mine(CONFIRMATIONS);
    await follow();
    expect(await bed.walletOf(31)).toBe(6);
    const [row] = await bed.read<{ waits: boolean }>(
      `select credit_after = (date_trunc('day', app_now() at time zone 'UTC') + interval '1 day') at time zone 'UTC' as waits
         from deposit where user_id = 31 and state = 'seen'`,
    );
    expect(row).toEqual({ waits: true });
    await bed.root.query(`update deposit set credit_after = app_now() where user_id = 31 and state = 'seen'`);
    await follow();
    expect(await bed.walletOf(31)).toBe(11);
  });
});

describe('what is written', () => {
  it('cannot be given out, credited, moved or taken by any role but through its steps', async () => {
    const address = await bed.addressOf(41);
    await bed.chain.call(bed.usdt, 'mint', [address, 1_000_000n]);
    await follow();
    const insert = `insert into deposit (id, user_id, currency, chain, tx_hash, ordinal, address, amount, state, block, block_hash)
                    values (1, 41, 'USDT', 'ERC20', '0x${'a'.repeat(64)}', 0, '${address}', 1, 'credited', 1, '0x')`;
    const attempts = [
      ['app', insert],
      ['app', `update deposit set state = 'credited' where user_id = 41`],
      ['app', `insert into deposit_address (chain, position, address) values ('ERC20', 999999, '0x${'1'.repeat(40)}')`],
      ['app', `update deposit_address set user_id = 41 where position = 300`],
      ['admin', insert],
      ['admin', `update deposit set amount = 1000 where user_id = 41`],
      ['worker', `update deposit set state = 'credited' where user_id = 41`],
      ['custody', insert],
      ['custody', `update deposit set state = 'credited', credits = 1, credited_at = app_now() where user_id = 41`],
      ['custody', `update deposit set amount = 1000 where user_id = 41`],
      ['custody', `update deposit_address set user_id = 41 where position = 300`],
      ['migrate', `update deposit set amount = 1000 where user_id = 41`],
      ['migrate', `update deposit_address set address = '0x${'1'.repeat(40)}' where user_id = 41`],
      ['migrate', `delete from deposit where user_id = 41`],
    ] as const;
    for (const [role, statement] of attempts)
      expect(['42501', 'DP001'], `${role}: ${statement}`).toContain(await bed.attempt(role, statement));
  });

  it('credits nothing where a superuser changed it: the chain and the key decide', async () => {
    const honest = await bed.addressOf(51);
    const thief = await bed.addressOf(52);
    const hash = await bed.chain.call(bed.usdt, 'mint', [honest, 8_000_000n]);
    await follow();
    const change = (what: string) =>
      bed.root.query(`alter table deposit disable trigger user; update deposit set ${what} where tx_hash = '${hash}';
                      alter table deposit enable trigger user`);
    await change(`user_id = 52, address = '${thief}', amount = 8000`);
    await bed.chain.mine(CONFIRMATIONS);
    await follow();
    expect([await bed.walletOf(51), await bed.walletOf(52)]).toEqual([0, 0]);
    expect(await bed.read('select state from deposit where tx_hash = $1', [hash])).toEqual([{ state: 'suspect' }]);
  });
});

describe('a chain that was halted', () => {
  it('is followed again after the operator’s command, and what was credited stays', async () => {
    const address = await bed.addressOf(61);
    await bed.chain.call(bed.usdt, 'mint', [address, 2_000_000n]);
    await bed.chain.mine(CONFIRMATIONS);
    await follow();
    await bed.root.query(`update deposit_chain set halted = 'by the test'`);
    await bed.chain.call(bed.usdt, 'mint', [address, 3_000_000n]);
    await bed.chain.mine(CONFIRMATIONS);
    await follow();
    expect(await bed.walletOf(61)).toBe(2);
    expect(await resumeDeposits(bed.as('migrate').db, 'ERC20')).toBe('by the test');
    await follow();
    expect(await bed.walletOf(61)).toBe(5);
    expect(await bed.read(`select credits from deposit where user_id = 61 order by id`)).toEqual([
      { credits: 1 },
      { credits: 1 },
    ]);
  });
});
