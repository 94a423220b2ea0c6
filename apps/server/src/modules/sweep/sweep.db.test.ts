import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSweepTestbed, type SweepTestbed } from '../../../test/sweep-testbed.ts';
import { sweeperCodeFor } from '../custody/index.ts';
import { SWEEP_STEPS, type SweepStep } from './sweep-plan.ts';

const MILLION = 1_000_000n;
const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;
const PLAIN_GAS = 21_000n;

let bed: SweepTestbed;
/** The step at which the next round ends, as if its process had; counted down, for a step that a round reaches often. */
let endAt: { readonly step: SweepStep; times: number } | undefined;

beforeAll(async () => {
  bed = await openSweepTestbed({
    onStep: (step) => {
      if (endAt === undefined || step !== endAt.step || --endAt.times > 0) return Promise.resolve();
      endAt = undefined;
      return Promise.reject(new Error('killed'));
    },
  });
});

type SweepRow = { nonce: string; kind: string; state: string; gas_cost: string | null; payer: string };
const sweeps = () =>
  bed.read<SweepRow>('select nonce, kind, state, gas_cost::text, payer from chain_sweep order by nonce');
const stateOf = async (hash: string) =>
  (await bed.read<{ state: string }>('select state from deposit where tx_hash = $1', [hash])).map(({ state }) => state);
const deposit = async (whole: bigint) => {
  const user = await bed.newUser();
  await bed.chain.call(bed.usdt, 'mint', [user.address, whole * MILLION]);
  return user;
};
/** A payment as many exchanges send it, with no gas to spare. */
const payPlain = async (to: Hex, value: bigint) => {
  const hash = await bed.chain.client.sendTransaction({ account: bed.chain.sender, to, value, gas: PLAIN_GAS });
  const { status } = await bed.chain.client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
  return { hash, status };
};

/** The gas of the sweeps from a place on. */
async function gasFrom(first: number): Promise<readonly string[]> {
  const rows = await bed.read<{ kind: string; tx_hash: Hex; n: string }>(
    `select kind, tx_hash, (select count(*) from chain_sweep_address a where a.nonce = s.nonce) as n
       from chain_sweep s order by nonce`,
  );
  return await Promise.all(
    rows.slice(first).map(async ({ kind, tx_hash, n }) => {
      const { gasUsed } = await bed.chain.client.getTransactionReceipt({ hash: tx_hash });
      return `${kind} of ${n}: ${gasUsed} gas`;
    }),
  );
}

describe('deposits of thirty addresses', () => {
  it('are moved by two transactions and two that end the delegations, and the gas is written down', async () => {
    const users: Awaited<ReturnType<typeof bed.newUser>>[] = [];
    while (users.length < 30) users.push(await bed.newUser());
    for (const { address } of users) await bed.chain.call(bed.usdt, 'mint', [address, 25n * MILLION]);
    const poor = await deposit(5n);
    await bed.credit();
    const before = await bed.etherOf(bed.gas.address as Hex);
    await bed.play();
    expect(await bed.usdtOf(bed.hot)).toBe(750n * MILLION);
    expect(await bed.usdtOf(poor.address)).toBe(5n * MILLION);
    const rows = await sweeps();
    expect(rows.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'deploy confirmed',
      ...['sweep confirmed', 'clear confirmed', 'sweep confirmed', 'clear confirmed'],
    ]);
    const cost = rows.reduce((sum, { gas_cost }) => sum + BigInt(gas_cost ?? 0), 0n);
    expect(before - (await bed.etherOf(bed.gas.address as Hex))).toBe(cost);
    for (const { address } of users)
      expect([await bed.codeOf(address), await bed.etherOf(address)]).toEqual([undefined, 0n]);
    const moved = await bed.read<{ units: string; moved: string }>(
      'select units::text, moved::text from chain_sweep_coin',
    );
    expect(moved).toEqual(users.map(() => ({ units: '25000000', moved: '25000000' })));
    process.stdout.write(`${(await gasFrom(0)).join('; ')}\n`);
  });

  it('are as they were: the sweep is no deposit and nothing of it is suspect', async () => {
    const count = (await sweeps()).length;
    const last = await deposit(25n);
    await bed.credit();
    await bed.play();
    expect(await bed.usdtOf(last.address)).toBe(0n);
    process.stdout.write(`${(await gasFrom(count)).join('; ')}\n`);
    expect(await bed.states()).toEqual({ credited: 32 });
  });
});

describe('a sweep', () => {
  it('given ether, and ether beside tokens, then all of both is moved and the addresses pay nothing for it', async () => {
    const alone = await bed.newUser();
    const beside = await deposit(20n);
    await bed.chain.pay(alone.address, ETHER);
    await bed.chain.pay(beside.address, 7n);
    await bed.credit();
    const before = await bed.etherOf(bed.hot);
    await bed.play();
    expect((await bed.etherOf(bed.hot)) - before).toBe(ETHER + 7n);
    expect([await bed.etherOf(alone.address), await bed.etherOf(beside.address)]).toEqual([0n, 0n]);
    expect(
      await bed.read(
        'select moved::text from chain_sweep_coin where address = any($1) order by chain_sweep_coin.moved',
        [[alone.address, beside.address]],
      ),
    ).toEqual([{ moved: '7' }, { moved: '20000000' }, { moved: String(ETHER) }]);
    expect((await sweeps()).every(({ payer }) => payer === bed.gas.address)).toBe(true);
  });

  it('given a payment with 21,000 gas, then it fails only while the address delegates, and is credited afterwards', async () => {
    const user = await deposit(30n);
    await bed.credit();
    endAt = { step: 'sent', times: 1 }; // The sweep is on the chain; what ends the delegation is signed and not sent.
    await expect(bed.openSweeper()()).rejects.toThrow('killed');
    expect(await bed.codeOf(user.address)).toMatch(/^0xef0100/);
    expect((await payPlain(user.address, ETHER)).status).toBe('reverted');
    await bed.openSweeper()();
    expect(await bed.codeOf(user.address)).toBeUndefined();
    const paid = await payPlain(user.address, ETHER);
    await bed.credit();
    expect([paid.status, await stateOf(paid.hash)]).toEqual(['success', ['credited']]);
    const before = await bed.etherOf(bed.hot);
    await bed.play();
    expect((await bed.etherOf(bed.hot)) - before).toBe(ETHER);
  });

  it('given gas that costs more than the highest price, then nothing is reserved or signed', async () => {
    const user = await deposit(30n);
    await bed.credit();
    const before = await sweeps();
    await bed.play(bed.openSweeper({ gasPriceMax: 1n }));
    expect(await sweeps()).toEqual(before);
    await bed.play();
    expect(await bed.usdtOf(user.address)).toBe(0n);
  });

  it('given a deposit that is not settled, then its address waits', async () => {
    const user = await deposit(30n);
    await bed.credit();
    await bed.chain.call(bed.usdt, 'mint', [user.address, 40n * MILLION]);
    await bed.follow();
    await bed.openSweeper()();
    expect(await bed.usdtOf(user.address)).toBe(70n * MILLION);
    await bed.credit();
    await bed.play();
    expect([await bed.usdtOf(user.address), await bed.walletOf(user.id)]).toEqual([0n, 70]);
  });

  it('given a gas account without ether, then it waits', async () => {
    const user = await deposit(30n);
    await bed.credit();
    const held = await bed.etherOf(bed.gas.address as Hex);
    await bed.chain.client.setBalance({ address: bed.gas.address as Hex, value: 1n });
    const before = await sweeps();
    await bed.play();
    expect(await sweeps()).toEqual(before);
    await bed.chain.client.setBalance({ address: bed.gas.address as Hex, value: held });
    await bed.play();
    expect(await bed.usdtOf(user.address)).toBe(0n);
  });

  it('given it moved nothing, then it is tried three times and then waits for the next deposit', async () => {
    const user = await deposit(30n);
    await bed.credit();
    const count = (await sweeps()).length;
    const refusing = '0x60003560e01c63a9059cbb14601a57'; // Reads nothing: every call of the token fails from here.
    const code = await bed.codeOf(bed.usdt);
    endAt = { step: 'stored', times: 2 };
    for (let n = 0; n < 3; n++) {
      endAt = { step: 'stored', times: 2 };
      await expect(bed.openSweeper()()).rejects.toThrow('killed');
      await bed.chain.client.setCode({ address: bed.usdt, bytecode: refusing });
      await bed.openSweeper()();
      await bed.chain.client.setCode({ address: bed.usdt, bytecode: code ?? '0x' });
      await bed.chain.mine(3);
      await bed.openSweeper({ gasPriceMax: 1n })();
    }
    await bed.play();
    expect((await sweeps()).length - count).toBe(6);
    expect(await bed.usdtOf(user.address)).toBe(30n * MILLION);
    await bed.chain.call(bed.usdt, 'mint', [user.address, MILLION]);
    await bed.credit();
    await bed.play();
    expect(await bed.usdtOf(user.address)).toBe(0n);
  });
});

describe('a process that ends', () => {
  // A round reaches most steps twice: for the sweep, and for what ends its delegations.
  const ends = SWEEP_STEPS.flatMap((step) =>
    ['checked', 'reserved'].includes(step) ? [[step, 1] as const] : [[step, 1] as const, [step, 2] as const],
  );
  it.each(ends)('at “%s”, the %ith time, then sweeps once when it starts again', async (step, times) => {
    const users = [await deposit(30n), await deposit(40n)];
    await bed.credit();
    const before = await bed.usdtOf(bed.hot);
    const count = (await sweeps()).length;
    endAt = { step, times };
    for (let n = 0; n < 6 && endAt !== undefined; n++) {
      await bed
        .openSweeper()()
        .catch(() => {});
      await bed.chain.mine(1);
    }
    expect(endAt).toBeUndefined();
    await bed.play();
    expect((await bed.usdtOf(bed.hot)) - before).toBe(70n * MILLION);
    expect((await sweeps()).slice(count).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'sweep confirmed',
      'clear confirmed',
    ]);
    for (const { address } of users) expect(await bed.codeOf(address)).toBeUndefined();
    expect(await bed.haltOf()).toBeNull();
  });
});

describe('another destination', () => {
  it.each(SWEEP_STEPS)('gets a sweeper of its own, created once, also where custody ends at “%s”', async (step) => {
    const { address: hot } = privateKeyToAccount(generatePrivateKey());
    const more = { code: sweeperCodeFor(hot) };
    const user = await deposit(30n);
    await bed.credit();
    const count = (await sweeps()).length;
    endAt = { step, times: 1 };
    for (let n = 0; n < 6 && endAt !== undefined; n++) {
      await bed
        .openSweeper(more)()
        .catch(() => {});
      await bed.chain.mine(1);
    }
    expect(endAt).toBeUndefined();
    await bed.play(bed.openSweeper(more), 4);
    expect([await bed.usdtOf(hot), await bed.usdtOf(user.address)]).toEqual([30n * MILLION, 0n]);
    const states = (await sweeps()).slice(count).map(({ kind, state }) => `${kind} ${state}`);
    expect(states).toEqual(['deploy confirmed', 'sweep confirmed', 'clear confirmed']);
  });
});

describe('a chain that makes difficulties', () => {
  it('given no block takes it, then it is replaced with the same nonce and at least an eighth more', async () => {
    const user = await deposit(30n);
    await bed.credit();
    await bed.chain.client.setAutomine(false);
    const round = bed.openSweeper();
    await round();
    for (let n = 0; n < 2; n++) {
      await bed.unguarded([`update chain_sweep_attempt set signed_at = signed_at - interval '1 hour'`]);
      await round();
    }
    type Attempt = { nonce: string; fee_max: string; tip: string };
    const attempts = await bed.read<Attempt>(
      `select a.nonce, a.fee_max, a.tip from chain_sweep_attempt a join chain_sweep s using (chain, nonce)
        where s.state = 'signed' order by a.nonce, a.fee_max`,
    );
    expect(attempts).toHaveLength(6);
    for (const one of Map.groupBy(attempts, ({ nonce }) => nonce).values())
      for (const [index, { fee_max, tip }] of one.slice(1).entries()) {
        expect(BigInt(fee_max) * 8n).toBeGreaterThanOrEqual(BigInt(one[index]?.fee_max ?? 0) * 9n);
        expect(BigInt(tip) * 8n).toBeGreaterThanOrEqual(BigInt(one[index]?.tip ?? 0) * 9n);
      }
    await bed.chain.client.setAutomine(true);
    await bed.chain.mine(1);
    await bed.play(round);
    expect([await bed.usdtOf(user.address), await bed.codeOf(user.address)]).toEqual([0n, undefined]);
  });

  it('given its blocks leave the chain, then the coins are still moved once', async () => {
    const user = await deposit(30n);
    await bed.credit();
    const before = await bed.usdtOf(bed.hot);
    const round = bed.openSweeper();
    for (let n = 0; n < 2; n++) await round(); // The second one sees what the first one sent.
    expect((await sweeps()).slice(-2).map(({ state }) => state)).toEqual(['mined', 'mined']);
    await bed.chain.reorganise(2);
    expect(await bed.usdtOf(user.address)).toBe(30n * MILLION);
    await round();
    expect((await sweeps()).slice(-2).map(({ state, gas_cost }) => [state, gas_cost])).toEqual([
      ['signed', null],
      ['signed', null],
    ]);
    await bed.unguarded(['update chain_sweep_attempt set sent_at = null']);
    await bed.play(round);
    expect([(await bed.usdtOf(bed.hot)) - before, await bed.codeOf(user.address)]).toEqual([30n * MILLION, undefined]);
    await bed.follow();
  });

  it('given blocks leave the chain after a sweep was final, then it is sent again before the next one', async () => {
    const user = await deposit(30n);
    await bed.credit();
    const before = await bed.usdtOf(bed.hot);
    const round = bed.openSweeper();
    await bed.play(round, 1);
    expect((await sweeps()).at(-1)?.state).toBe('confirmed');
    await bed.chain.reorganise(5); // The sweep, what ended it, and the three that confirmed both.
    expect(await bed.usdtOf(user.address)).toBe(30n * MILLION);
    await bed.follow();
    const next = await deposit(40n);
    await bed.credit();
    await bed.play(round);
    expect((await bed.usdtOf(bed.hot)) - before).toBe(70n * MILLION);
    for (const { address } of [user, next]) expect(await bed.codeOf(address)).toBeUndefined();
  });

  it('given a deposit before or after the sweep in its block, then it is credited like any other', async () => {
    for (const isBefore of [true, false]) {
      const user = await deposit(30n);
      await bed.credit();
      const held = await bed.usdtOf(bed.hot);
      const round = bed.openSweeper();
      await bed.chain.client.setAutomine(false);
      await round();
      const { sender, client } = bed.chain;
      const { baseFeePerGas: base } = await client.getBlock();
      const least = ((base ?? 0n) * 5n) / 4n + 1n; // Less than the sweep pays, which leaves room for six blocks.
      const hash = await client.writeContract({
        account: sender,
        address: bed.usdt,
        abi: [
          {
            type: 'function',
            name: 'mint',
            stateMutability: 'nonpayable',
            inputs: [{ type: 'address' }, { type: 'uint256' }],
            outputs: [],
          },
        ],
        functionName: 'mint',
        args: [user.address, 12n * MILLION],
        maxPriorityFeePerGas: isBefore ? 3n * GWEI : 1n,
        maxFeePerGas: isBefore ? 50n * GWEI : least,
        gas: 100_000n,
      });
      await bed.chain.mine(1);
      await client.setAutomine(true);
      const [row] = await bed.read<{ raw: Hex; tx_hash: Hex }>(
        `select a.tx_hash from chain_sweep_attempt a join chain_sweep s using (chain, nonce) where s.kind = 'sweep' and s.state = 'signed'`,
      );
      const swept = await client.getTransactionReceipt({ hash: row?.tx_hash ?? '0x' });
      const deposited = await client.getTransactionReceipt({ hash });
      expect(swept.blockNumber).toBe(deposited.blockNumber);
      expect(deposited.transactionIndex < swept.transactionIndex).toBe(isBefore);
      await bed.credit();
      expect([await stateOf(hash), await bed.walletOf(user.id)]).toEqual([['credited'], 42]);
      await bed.play(round);
      expect((await bed.usdtOf(bed.hot)) - held).toBe(42n * MILLION);
    }
  });
});

describe('somebody with all rights on the database', () => {
  /** Lets a sweep be reserved and not signed. */
  const reserve = async () => {
    const user = await deposit(30n);
    await bed.credit();
    endAt = { step: 'reserved', times: 1 };
    await expect(bed.openSweeper()()).rejects.toThrow('killed');
    const [row] = await bed.read<{ nonce: string }>(
      `select min(nonce) as nonce from chain_sweep where state = 'reserved'`,
    );
    return { user, nonce: row?.nonce ?? '' };
  };
  const stranger = '0x00000000000000000000000000000000deadbeef';

  it.each([
    ['another destination', `update chain_sweep set destination = '${stranger}' where nonce = $1`],
    ['another sweeper', `update chain_sweep set contract = '${stranger}' where nonce = $1`],
    ['another code', `update chain_sweep set code_hash = '0x${'0'.repeat(64)}' where nonce = $1`],
    ['another address', `update chain_sweep_address set address = '${stranger}' where nonce = $1`],
    ['another position', `update chain_sweep_address set position = position + 1 where nonce = $1`],
    ['another coin', `update chain_sweep_coin set currency = 'BTC' where nonce = $1`],
    [
      'that the next transaction ends nothing',
      `update chain_sweep set contract = '${stranger}' where nonce = $1::bigint + 1`,
    ],
    [
      'another creation of the sweeper',
      `update chain_sweep set nonce = nonce + 1000 where kind = 'deploy' and $1 <> ''`,
    ],
  ])('who writes %s gets nothing signed, and it halts', async (_what, change) => {
    const { user, nonce } = await reserve();
    const tables = ['chain_sweep', 'chain_sweep_address', 'chain_sweep_coin'];
    for (const table of tables) await bed.root.query(`create table kept_${table} as select * from ${table}`);
    const sent = await bed.sentByGas();
    await bed.unguarded([change, nonce]);
    await bed.openSweeper()();
    await bed.openSweeper()();
    expect(await bed.haltOf()).toMatch(/reserved for|is not the sweeper/);
    expect(await bed.sentByGas()).toBe(sent);
    expect(await bed.usdtOf(user.address)).toBe(30n * MILLION);
    expect(await bed.read('select from chain_sweep_attempt where nonce = $1', [nonce])).toEqual([]);
    const restore = tables.flatMap((table) => [
      [`delete from ${table}`] as const,
      [`insert into ${table} select * from kept_${table}`] as const,
      [`drop table kept_${table}`] as const,
    ]);
    // What was signed before the change was found was for the same nonce and of what is configured.
    await bed.unguarded(
      ...restore,
      ['delete from chain_sweep_attempt where nonce >= $1', nonce],
      ['update chain_sweeper set halted = null'],
    );
    await bed.play();
    expect(await bed.usdtOf(user.address)).toBe(0n);
  });

  it.each([
    ['sweep', 0, ['sweep confirmed', 'clear confirmed', 'sweep confirmed', 'clear confirmed']],
    ['clear', 1, ['sweep confirmed', 'clear failed', 'clear confirmed']],
  ])('who writes another nonce of a delegation into the %s only delays it', async (_kind, after, expected) => {
    const { user, nonce } = await reserve();
    await bed.unguarded([
      'update chain_sweep_address set delegation_nonce = delegation_nonce + 5 where nonce = $1::bigint + $2',
      nonce,
      after,
    ]);
    await bed.play(bed.openSweeper(), 4);
    const states = (await sweeps()).filter((row) => BigInt(row.nonce) >= BigInt(nonce));
    expect(states.map(({ kind, state }) => `${kind} ${state}`)).toEqual(expected);
    expect([await bed.usdtOf(user.address), await bed.codeOf(user.address), await bed.haltOf()]).toEqual([
      0n,
      undefined,
      null,
    ]);
  });

  it('who writes another token into the list gets the configured one swept, to the destination', async () => {
    const fake = await bed.chain.deploy('TestUsdt');
    await bed.unguarded([`update deposit_asset set contract = $1 where currency = 'USDT'`, fake.toLowerCase()]);
    const user = await deposit(30n);
    await bed.credit();
    await bed.chain.call(fake, 'mint', [user.address, MILLION]);
    const before = await bed.usdtOf(bed.hot);
    await bed.play();
    expect([(await bed.usdtOf(bed.hot)) - before, await bed.chain.balanceOf(fake, user.address)]).toEqual([
      30n * MILLION,
      MILLION,
    ]);
  });

  it('who names an address as due that is not derived gets nothing signed for it', async () => {
    const user = await deposit(30n);
    await bed.credit();
    const count = (await sweeps()).length;
    await bed.unguarded(
      ['update deposit_address set address = $1 where address = $2', stranger, user.address],
      ['update deposit set address = $1 where address = $2', stranger, user.address],
    );
    await bed.play();
    expect((await sweeps()).length).toBe(count);
    await bed.unguarded(
      ['update deposit_address set address = $2 where address = $1', stranger, user.address],
      ['update deposit set address = $2 where address = $1', stranger, user.address],
      ['update chain_sweep_due set address = $2 where address = $1', stranger, user.address],
    );
    await bed.play();
    expect(await bed.usdtOf(user.address)).toBe(0n);
  });
});

describe('the roles of the database', () => {
  it('write no sweep, custody excepted, and custody changes nothing of what it wrote', async () => {
    const forged = [
      ...(['app', 'admin', 'worker', 'gateway'] as const).flatMap((role) => [
        [
          role,
          `insert into chain_sweep_due (chain, address) select chain, address from deposit_address limit 1`,
        ] as const,
        [role, `update chain_sweep set state = 'failed'`] as const,
        [role, `update chain_sweeper set halted = null`] as const,
      ]),
      ['custody', `update chain_sweep set destination = 'x'`],
      ['custody', `update chain_sweep set state = 'reserved'`],
      ['custody', `update chain_sweep set gas_cost = 0`],
      ['custody', `update chain_sweep_coin set units = 1`],
      ['custody', `update chain_sweep_address set position = 1`],
      ['custody', `update chain_sweep_attempt set raw = '0x00'`],
      ['custody', `delete from chain_sweep`],
      [
        'custody',
        `insert into chain_sweep_address (chain, nonce, address, position, delegation_nonce)
         select 'ERC20', 1, address, position, 9 from deposit_address where user_id is null limit 1`,
      ],
    ] as const;
    for (const [role, statement] of forged)
      await expect(bed.as(role).db.executeQuery({ sql: statement } as never), statement).rejects.toThrow();
  });
});

describe('a gas account that sent what the database does not know', () => {
  it('given a database from before the last sweep, then it halts, and nothing is signed', async () => {
    await deposit(30n);
    await bed.credit();
    await bed.play();
    const last = await bed.read<{ nonce: string }>(`select max(nonce) as nonce from chain_sweep`);
    const nonce = last[0]?.nonce;
    const tables = ['chain_sweep_attempt', 'chain_sweep_coin', 'chain_sweep_address', 'chain_sweep'];
    for (const table of tables) await bed.root.query(`create table kept_${table} as select * from ${table}`);
    await bed.unguarded(...tables.map((table) => [`delete from ${table} where nonce = $1`, nonce] as const));
    await deposit(30n);
    await bed.credit();
    const sent = await bed.sentByGas();
    await bed.play();
    expect([await bed.haltOf(), await bed.sentByGas()]).toEqual([expect.stringMatching(/the chain has \d+/), sent]);
    await bed.unguarded(
      ...tables.map((table) => [`insert into ${table} select * from kept_${table} where nonce = $1`, nonce] as const),
      ['update chain_sweeper set halted = null'],
    );
    await bed.play();
    expect(await bed.sentByGas()).toBe(sent + 2);
  });

  it('halts sweeping, and nothing else', async () => {
    const user = await deposit(30n);
    await bed.credit();
    const hash = await bed.chain.client.sendTransaction({
      account: privateKeyToAccount(bed.gasKey),
      to: bed.hot,
      value: 1n,
    });
    await bed.chain.client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    const count = (await sweeps()).length;
    await bed.play();
    expect(await bed.haltOf()).toMatch(/the chain has \d+ transactions/);
    expect([(await sweeps()).length, await bed.usdtOf(user.address)]).toEqual([count, 30n * MILLION]);
    await bed.chain.call(bed.usdt, 'mint', [user.address, 5n * MILLION]);
    await bed.credit();
    expect(await bed.walletOf(user.id)).toBe(35);
  });
});
