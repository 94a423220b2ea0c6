import { kycSettings } from '@app/domain/kyc';
import { getLevelList } from '@app/protocol/kyc';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { changeSetting } from '../../../test/change-setting.ts';
import { amount, openTestbed } from '../../../test/testbed.ts';
import { createSettings } from '../reference/index.ts';
import { listLevels } from './list-levels.ts';

it('given a changed setting, when the levels are listed, then it is applied and level 0 stays closed', async () => {
  const testbed = await openTestbed('app');
  const list = async () => z.encode(getLevelList.response, await listLevels(createSettings(testbed.db))).list;
  expect(await list()).toEqual([
    { level: 0, withdraw_limit_btc: '0', fiat_limit_usdt: '0' },
    { level: 1, withdraw_limit_btc: '200', fiat_limit_usdt: '2000' },
    { level: 2, withdraw_limit_btc: '500', fiat_limit_usdt: '1000000' },
  ]);
  await changeSetting(testbed, kycSettings.fiatLimits[2], amount('100000'));
  expect((await list())[2]).toMatchObject({ fiat_limit_usdt: '100000' });
});
