import { SPOT_RULES } from '@app/domain/spot';
import { formatDecimal } from '@app/money';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertOrder } from '../../../test/spot-rows.ts';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { createSettings } from '../reference/index.ts';
import { rankTraders, readFeeLevel } from './fee-levels.ts';
import { readRules } from './read-rules.ts';

let testbed: Testbed;
let engine: pg.Client;

beforeAll(async () => {
  testbed = await openTestbed('app');
  engine = await testbed.bare('engine');
});

const settings = () => createSettings(testbed.db);
const trade = (userId: bigint, cost: string, columns: object = {}) =>
  insertOrder(engine, { id: testbed.nextId(), user_id: userId, quantity: '1000000', filled: '1', cost, ...columns });
const levelOf = async (userId: bigint) => {
  const { level, volume, maker, taker } = await readFeeLevel({ db: testbed.db, settings: settings() }, userId);
  return [level, ...[volume, maker, taker].map((it) => formatDecimal(it))];
};

describe('a user’s fee level', () => {
  it('given no trades, when it is read, then it is the first', async () => {
    expect(await levelOf(1n)).toEqual([0, '0', '0.001', '0.0015']);
  });

  it('given real trades below the first level, when it is read, then their volume is returned, and no other', async () => {
    await trade(2n, '300.5');
    await trade(2n, '99.5', { market: 2 });
    await trade(2n, '7000', { book: 'demo' });
    await trade(3n, '8000');
    expect(await levelOf(2n)).toEqual([0, '400', '0.001', '0.0015']);
  });

  it('given a user who traded enough, when users were ranked, then it is the level the engine charges', async () => {
    await trade(4n, '1000000');
    expect(await levelOf(4n)).toEqual([0, '1000000', '0.001', '0.0015']); // Until the worker runs.
    await rankTraders(testbed.as('worker').db, settings());
    expect(await levelOf(4n)).toEqual([2, '1000000', '0.0005', '0.0009']);
  });
});

describe('the rules', () => {
  it('given unchanged settings, when they are read, then they are those of the domain', async () => {
    expect(await readRules({ settings: settings() })).toEqual({
      is_on: SPOT_RULES.isOn,
      order_min: SPOT_RULES.orderMin,
      order_max: SPOT_RULES.orderMax,
      open_orders_max: SPOT_RULES.openOrdersMax,
      band_rate: SPOT_RULES.bandRate,
      fresh_ms: SPOT_RULES.freshMs,
      fee_levels: SPOT_RULES.feeLevels,
    });
  });
});
