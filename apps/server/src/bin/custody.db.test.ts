import { expect, it } from 'vitest';
import { openPayoutTestbed } from '../../test/payout-testbed.ts';
import { silent } from '../../test/testbed.ts';
import { createCustody } from './custody-app.ts';

const NO_CHAIN = {
  ETHEREUM_NODES: [],
  ETHEREUM_NETWORK_ID: 1,
  ETHEREUM_XPUB: undefined,
  ETHEREUM_TOKENS: [],
  ETHEREUM_EXPLORER_URL: undefined,
  ETHEREUM_COLD_ADDRESSES: [],
  ETHEREUM_SWEEP_FILE: undefined,
  ETHEREUM_SWEEP_PASSWORD: undefined,
  ETHEREUM_GAS_FILE: undefined,
  ETHEREUM_GAS_PASSWORD: undefined,
  ETHEREUM_SWEEP_GAS_PRICE_MAX: undefined,
  ETHEREUM_SWEEP_MINIMUM: [],
  ETHEREUM_KEY_FILE: undefined,
  ETHEREUM_KEY_PASSWORD: undefined,
  WITHDRAWAL_HOURLY_MAX: [],
  WITHDRAWAL_UNAPPROVED_MAX: [],
  CUSTODY_POLL_MS: 1_000,
};

it('given custody without a chain, then its rounds book payouts all the same', async () => {
  const testbed = await openPayoutTestbed();
  const owner = await testbed.newHolder();
  const signers = [await testbed.newSigner('finance'), await testbed.newSigner('risk')] as const;
  const { id } = await testbed.askPayout(owner, '1000');
  await testbed.approvePayout(id, signers);
  await testbed.sayPaid(id, signers);
  const { lease, leased } = await testbed.openCustody();
  const keys = testbed.plan.site.approvers.map(
    ({ credentialId, publicKey }) => `${credentialId}:${Buffer.from(publicKey).toString('base64url')}`,
  );
  const config = {
    ...NO_CHAIN,
    ADMIN_URL: testbed.plan.site.origin,
    WITHDRAWAL_APPROVERS: keys,
  };
  const work = await createCustody({ db: leased, reads: testbed.as('custody', 2).db, log: silent }, config);
  await work.round(await lease());
  expect(await testbed.moved(id)).toEqual(['payout.hold', 'payout']);
});
