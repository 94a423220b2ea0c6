import { expectDefined } from '@app/base';
import type { StaffRole } from '@app/domain/staff';
import type { WithdrawalState } from '@app/domain/withdrawal';
import * as staffRoutes from '@app/protocol/staff';
import type { Approver } from '../src/modules/custody/index.ts';
import type { FactorTestbed } from './factor-testbed.ts';
import type { SoftPasskey } from './soft-passkey.ts';
import { openStaffTestbed, type TestStaff } from './staff-testbed.ts';
import { CHAIN } from './withdrawal-rows.ts';

export type StaffSigner = { readonly member: TestStaff; readonly passkey: SoftPasskey };

/** The desk of finance: people with passkeys, whom custody believes, and what they decide. */
export async function openWithdrawalDesk(testbed: FactorTestbed, approvers: Approver[]) {
  const { root } = testbed;
  const staff = await openStaffTestbed(testbed);
  const newSigner = async (...roles: readonly StaffRole[]) => {
    const member = await staff.newStaff(...roles);
    const passkey = await staff.addPasskey(member);
    const [row] = (
      await root.query<{ credential_id: string; public_key: Buffer }>(
        'select credential_id, public_key from staff_passkey where staff_id = $1',
        [member.id],
      )
    ).rows;
    const stored = expectDefined(row, 'the passkey');
    approvers.push({ credentialId: stored.credential_id, publicKey: new Uint8Array(stored.public_key) });
    return { member, passkey };
  };
  const sign = async ({ member, passkey }: StaffSigner, change: Record<string, unknown>) => {
    const what = { id: change.id, payload_hash: change.payload_hash };
    const started = await staff.send(member, staffRoutes.startSigning, what);
    const credential = passkey.get(String(started.data.options));
    return await staff.send(member, staffRoutes.signChange, { ...what, credential, reason: 'looked at it' });
  };

  return {
    staff,
    newSigner,
    sign,
    /** Reads the desk of finance. */
    deskOf: async (state: WithdrawalState, { member }: StaffSigner) => {
      const { data } = await staff.send(member, staffRoutes.listDeskWithdrawals, { state, limit: 200 });
      return data as { list: { id: string }[]; wallets: { stuck: number }[] };
    },
    /** Lets two people approve. */
    approve: async (id: bigint, [maker, checker]: readonly [StaffSigner, StaffSigner]) => {
      const { data } = await staff.send(maker.member, staffRoutes.listDeskWithdrawals, { limit: 200 });
      const row = (data.list as { id: string; payload: string }[]).find((it) => it.id === String(id));
      const { payload } = expectDefined(row, 'the withdrawal on the desk');
      const fields = { kind: 'withdrawal.approve', payload, reason: 'called back' };
      const proposed = await staff.send(maker.member, staffRoutes.proposeChange, fields);
      await sign(maker, proposed.data);
      return await sign(checker, proposed.data);
    },
    /** Lets two people approve what they found for a claim; returns what the last of them was answered. */
    approveClaim: async (
      id: bigint,
      amount: string,
      [maker, checker]: readonly [StaffSigner, StaffSigner],
      more: object = {},
    ) => {
      const [row] = (
        await root.query<{ user_id: string; currency: string }>(
          'select user_id::text, currency from deposit_claim where id = $1',
          [id],
        )
      ).rows;
      const { user_id, currency } = expectDefined(row, 'the claim');
      const payload = JSON.stringify({ amount, chain: CHAIN, claim_id: String(id), currency, user_id, ...more });
      const fields = { kind: 'deposit.approve', payload, reason: 'found on the chain' };
      const proposed = await staff.send(maker.member, staffRoutes.proposeChange, fields);
      await sign(maker, proposed.data);
      return await sign(checker, proposed.data);
    },
    refuse: (id: bigint, { member }: StaffSigner) =>
      staff.send(member, staffRoutes.refuseWithdrawal, { id, reason: 'nobody answers' }),
  };
}
