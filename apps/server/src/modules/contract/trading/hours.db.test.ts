import { nextOpening } from '@app/domain/market';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ContractTestbed, commands, openContractTestbed } from '../../../../test/contract-testbed.ts';

const SOL = 3;
const DAY_MS = 86_400_000;
const SATURDAY = 6;
const LONG = { market: SOL, side: 'long', lots: '1', leverage: 10 } as const;

let testbed: ContractTestbed;

beforeAll(async () => {
  testbed = await openContractTestbed();
  await testbed.root.query('select partitions_ensure(20)'); // Blocks of the days to come.
  for (let n = 0; n < 3; n++) await testbed.price('150', { market: SOL });
});

/** Noon of the next Saturday. */
function nextSaturday(): number {
  const today = Math.floor(Date.now() / DAY_MS);
  const days = Array.from({ length: 8 }, (_, ahead) => (today + 1 + ahead) * DAY_MS + DAY_MS / 2);
  return days.find((atMs) => new Date(atMs).getUTCDay() === SATURDAY) ?? 0;
}

describe('a market that is closed', () => {
  it('given an order to close, then it waits until the third tick of the next session, and margin may be added', async () => {
    const me = await testbed.newUser('1000');
    const { id } = await testbed.open(me, LONG, '150');
    await testbed.engine.stop();
    await testbed.root.query(`update market set hours = 'forex' where id = $1`, [SOL]);
    await testbed.start();
    const closedMs = nextSaturday();
    const openMs = nextOpening('forex', closedMs);
    await testbed.price('150', { market: SOL, atMs: closedMs });
    const before = await testbed.balanceOf(me);
    await testbed.send(me, commands.addMargin, { id, amount: '1' });
    expect(Number((await testbed.balanceOf(me)).frozen)).toBe(Number(before.frozen) + 1);
    await testbed.close(me, id);
    for (const atMs of [closedMs + 1_000, openMs, openMs + 1_000]) await testbed.price('150', { market: SOL, atMs });
    const later = await testbed.newUser('1000'); // By the time this is decided, all ticks are.
    expect(await testbed.refusalOf(testbed.send(later, commands.close, { id }))).toBe('not_found');
    expect(await testbed.settlementsOf(id)).toEqual([]);
    await testbed.price('151', { market: SOL, atMs: openMs + 2_000 });
    await testbed.untilDeal(id, ({ status }) => status === 'closed');
    expect(await testbed.settlementsOf(id)).toMatchObject([{ cause: 'user' }]);
  });
});
