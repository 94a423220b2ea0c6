import { expectDefined } from '@app/base';
import type { ChangeKind } from '@app/domain/staff';
import type { Input } from '@app/protocol';
import { payOut as route } from '@app/protocol/payout';
import * as staffRoutes from '@app/protocol/staff';
import { createSettler, type SettleStep } from '../src/modules/payout/index.ts';
import { requestPayout } from '../src/modules/payout/request/request-payout.ts';
import type { Person } from './factor-testbed.ts';
import { newKey } from './new-key.ts';
import { addUsableBank } from './payout-rows.ts';
import { amount as toAmount } from './testbed.ts';
import type { StaffSigner } from './withdrawal-desk.ts';
import { type Owner, openWithdrawalTestbed } from './withdrawal-testbed.ts';

export type PayoutTestbed = Awaited<ReturnType<typeof openPayoutTestbed>>;
type Form = Partial<Input<typeof route>>;

/** Users with a bank account that can receive money, people with passkeys, and custody's rounds about payouts. */
export async function openPayoutTestbed({ onStep }: { onStep?: (step: SettleStep) => Promise<void> } = {}) {
  const testbed = await openWithdrawalTestbed();
  const { root, staff } = testbed;

  /** Custody as a process that has just started has it. */
  const openSettler = async (approvers = testbed.plan.site.approvers) => {
    const { lease, site, ...deps } = await testbed.openCustody();
    const round = createSettler({ ...deps, site: { ...site, approvers }, onStep });
    return async () => round(await lease());
  };
  const rowOf = async ({ member }: StaffSigner, id: bigint) => {
    for (const state of ['review', 'approved', 'refused']) {
      const { data } = await staff.send(member, staffRoutes.listDeskPayouts, { state, limit: 200 });
      const row = (data.list as { id: string; payload: string; refusal_payload: string }[]).find(
        (it) => it.id === String(id),
      );
      if (row !== undefined) return row;
    }
    throw new Error(`payout ${id} is on no list`);
  };
  type Signers = readonly [maker: StaffSigner, checker: StaffSigner];
  /** Proposes a change and lets both sign it; returns the last answer. */
  const decide = async (kind: ChangeKind, payload: string, [maker, checker]: Signers) => {
    const proposed = await staff.send(maker.member, staffRoutes.proposeChange, { kind, payload, reason: 'looked' });
    if (proposed.error !== undefined) return proposed;
    const signed = await testbed.sign(maker, proposed.data);
    return signed.error === undefined ? await testbed.sign(checker, proposed.data) : signed;
  };
  const paidPayload = async (id: bigint, maker: StaffSigner, reference: string) => {
    const { account, amount, ...rest } = JSON.parse((await rowOf(maker, id)).payload);
    return JSON.stringify({ account, amount, bank_reference: reference, ...rest });
  };

  return {
    ...testbed,
    openSettler,
    decide,
    rowOf,
    /** Adds a user of level 1 with money, a saved address and a bank account, both past their waiting time. */
    newHolder: async (money = '5000'): Promise<Owner> => {
      const owner = await testbed.newOwner(money);
      await addUsableBank(root, owner.caller.userId);
      return owner;
    },
    /** Asks for a payout with everything proven; by default with the dollars that arrive at a rate of 1. */
    askPayout: async (
      { caller, ...person }: Person,
      amount: string,
      more: Form = {},
      by = testbed.deps,
      key = newKey(),
    ) => {
      const asked = toAmount(amount);
      const input = { amount: asked, usd: (asked - toAmount('25')) as typeof asked, ...more };
      const challenge = await testbed.provenChallenge({ ...person, caller }, route, input);
      await root.query(`update step_up set proven = '{trade_password,code}' where id = $1`, [challenge]);
      return await requestPayout(by, caller, { input: { ...input, challenge }, key });
    },
    approvePayout: async (id: bigint, signers: Signers) =>
      await decide('payout.approve', (await rowOf(signers[0], id)).payload, signers),
    sayPaid: async (id: bigint, signers: Signers, reference = `FT-${id}`) =>
      await decide('payout.paid', await paidPayload(id, signers[0], reference), signers),
    refuseApproved: async (id: bigint, signers: Signers) =>
      await decide('payout.refuse_approved', (await rowOf(signers[0], id)).refusal_payload, signers),
    refusePayout: (id: bigint, { member }: StaffSigner) =>
      staff.send(member, staffRoutes.refusePayout, { id, reason: 'nobody answers' }),
    payoutState: async (id: bigint) => {
      const [row] = await testbed.rowsOf<{ state: string }>('select state from payout where id = $1', id);
      return expectDefined(row, 'the payout').state;
    },
    /** Transfers of a payout by kind, as often as they are there. */
    moved: async (id: bigint) =>
      (
        await testbed.rowsOf<{ kind: string }>(
          `select kind from ledger_transfer where ref = $1 and kind like 'payout%' order by id`,
          String(id),
        )
      ).map(({ kind }) => kind),
  };
}
