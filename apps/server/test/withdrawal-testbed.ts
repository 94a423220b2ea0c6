import { createHash, randomBytes } from 'node:crypto';
import { expectDefined } from '@app/base';
import type { StaffRole } from '@app/domain/staff';
import type { WithdrawalState } from '@app/domain/withdrawal';
import { parseDecimal } from '@app/money';
import * as staffRoutes from '@app/protocol/staff';
import { withdraw as route } from '@app/protocol/withdrawal';
import sharp from 'sharp';
import { getAddress, type Hex } from 'viem';
import { generatePrivateKey, mnemonicToAccount } from 'viem/accounts';
import { claimDeposit } from '../src/modules/claim/claim-deposit.ts';
import { type ClaimPlan, type ClaimStep, createClaims } from '../src/modules/claim/index.ts';
import {
  type AgreedChain,
  type Approver,
  createAgreedChain,
  createDerivation,
  createLocalSigner,
} from '../src/modules/custody/index.ts';
import { createWatch } from '../src/modules/deposit/index.ts';
import { createLedger } from '../src/modules/ledger/index.ts';
import { createReconciler } from '../src/modules/reconciliation/index.ts';
import { createSettings } from '../src/modules/reference/index.ts';
import { createSender, type SendPlan, type SendStep } from '../src/modules/withdrawal/index.ts';
import { requestWithdrawal } from '../src/modules/withdrawal/request/request-withdrawal.ts';
import { transactOn } from '../src/platform/db/transact.ts';
import { claimWriter } from '../src/platform/db/writer.ts';
import { openCustodyLease } from './custody-lease.ts';
import { openFactorTestbed, type Person } from './factor-testbed.ts';
import { newKey } from './new-key.ts';
import type { SoftPasskey } from './soft-passkey.ts';
import { openStaffTestbed, type TestStaff } from './staff-testbed.ts';
import { startTestChain } from './test-chain.ts';
import { silent } from './testbed.ts';
import { addChain, addUsableAddress, CHAIN } from './withdrawal-rows.ts';

const STAFF_ORIGIN = 'http://localhost:4203';
const MILLION = 1_000_000n;
const PICTURE = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#2f5' } })
  .png()
  .toBuffer();
const WORDS = `${'abandon '.repeat(11)}about`;
const XPUB = mnemonicToAccount(WORDS, { path: "m/44'/60'/0'" as never }).getHdKey().publicExtendedKey;

export type WithdrawalTestbed = Awaited<ReturnType<typeof openWithdrawalTestbed>>;

type Options = {
  readonly wrapChain?: (chain: AgreedChain) => AgreedChain;
  readonly onStep?: (step: SendStep) => Promise<void>;
  readonly problemOf?: () => string | undefined;
};

/** A real chain with a funded sender, users with saved addresses, two people with passkeys, and custody round by round. */
export async function openWithdrawalTestbed({
  wrapChain = (chain) => chain,
  onStep,
  problemOf = () => undefined,
}: Options = {}) {
  const testbed = await openFactorTestbed();
  const { root, deps } = testbed;
  const chain = await startTestChain();
  const usdt = await chain.deploy('TestUsdt');
  const signer = createLocalSigner(generatePrivateKey());
  await chain.call(usdt, 'mint', [signer.address as Hex, 1_000_000n * MILLION]);
  await chain.pay(signer.address as Hex, 10n ** 20n);
  await addChain(root, { networkId: chain.chainId, usdt });
  const approvers: Approver[] = [];
  const plan: SendPlan = {
    chain: CHAIN,
    networkId: chain.chainId,
    assets: [
      { currency: 'ETH', contract: undefined, places: 18 },
      { currency: 'USDT', contract: usdt.toLowerCase(), places: 6 },
    ],
    caps: {
      hourly: new Map([['USDT', 100_000n * MILLION]]),
      unapproved: new Map([['USDT', 1_000n * MILLION]]),
    },
    site: { origin: STAFF_ORIGIN, approvers },
  };
  const leased = testbed.as('custody', 1);
  const reads = testbed.as('custody', 3);
  const lease = openCustodyLease(leased.db);
  /** Custody as a process that has just started has it. */
  const openSender = async (more: Partial<SendPlan> = {}) => {
    const nextId = await claimWriter(leased.db);
    const round = createSender({
      db: reads.db,
      transact: transactOn(leased.db),
      nextId,
      ledger: createLedger(nextId),
      settings: createSettings(reads.db),
      chain: wrapChain(createAgreedChain([chain.openNode()])),
      signer,
      plan: { ...plan, ...more },
      problemOf,
      log: silent,
      onStep,
    });
    return async () => round(await lease());
  };
  const custodyDeps = async () => {
    const nextId = await claimWriter(leased.db);
    return {
      db: reads.db,
      transact: transactOn(leased.db),
      nextId,
      chain: wrapChain(createAgreedChain([chain.openNode()])),
      log: silent,
    };
  };
  /** Custody's watch on the same chain. */
  const openWatch = async () => {
    const { chain: name, networkId, assets } = plan;
    const deps = await custodyDeps();
    const keyHash = createHash('sha256').update('x').digest();
    const round = createWatch({
      ...deps,
      ledger: createLedger(deps.nextId),
      settings: createSettings(reads.db),
      plan: { chain: name, networkId, assets, derive: createDerivation(CHAIN, XPUB), keyHash, explorer: undefined },
    });
    return async () => round(await lease());
  };
  /** Custody's comparison of the chain with the books, at a time that the test sets. */
  const openReconciler = async (nowMs: () => number) => {
    const { chain: name, assets } = plan;
    const deps = await custodyDeps();
    const { round, problemOf: problem } = createReconciler({
      ...deps,
      plan: { chain: name, assets, hot: signer.address, cold: [] },
      nowMs,
    });
    return { round: async () => round(await lease()), problemOf: problem };
  };
  /** Custody's credits of claims, as a process that has just started has them. */
  const openClaims = async (
    claimsProblemOf: () => string | undefined,
    more: Partial<ClaimPlan> & { readonly onStep?: (step: ClaimStep) => Promise<void> } = {},
  ) => {
    const { chain: name, assets, site } = plan;
    const { onStep: onClaimStep, ...changed } = more;
    const deps = await custodyDeps();
    const round = createClaims({
      ...deps,
      ledger: createLedger(deps.nextId),
      plan: { chain: name, assets, site, ...changed },
      problemOf: claimsProblemOf,
      onStep: onClaimStep,
    });
    return async () => round(await lease());
  };
  /** What custody's other rounds need; each with the lease that it holds now. */
  const openCustody = async () => {
    const nextId = await claimWriter(leased.db);
    return {
      db: reads.db,
      transact: transactOn(leased.db),
      nextId,
      ledger: createLedger(nextId),
      site: plan.site,
      /** The connection that holds the lease. */
      leased: leased.db,
      lease,
    };
  };
  const rowsOf = async <Row = Record<string, unknown>>(query: string, ...values: unknown[]): Promise<Row[]> =>
    (await root.query(query, values)).rows as Row[]; // Typed at the call.
  /** Runs as a superuser whom no trigger and no foreign key stops. */
  const unguarded = async (...statements: readonly (readonly [string, ...unknown[]])[]): Promise<void> => {
    await root.query('set session_replication_role = replica');
    try {
      for (const [text, ...values] of statements) await root.query(text, values);
    } finally {
      await root.query('set session_replication_role = origin');
    }
  };
  const set = (key: string, value: unknown) =>
    root.query(
      `insert into setting (key, version, value, set_by, reason)
       select $1, coalesce(max(version), 0) + 1, $2::jsonb, 'test', 'test' from setting where key = $1`,
      [key, JSON.stringify(value)],
    );
  await set('product.withdraw', { open: true, except: [] });
  await set('withdrawal.confirmations_erc20', 3);
  await (await openSender())(); // Writes down what it sends from: before that, nothing can be withdrawn.

  const staff = await openStaffTestbed(testbed);
  const newSigner = async (...roles: readonly StaffRole[]) => {
    const member = await staff.newStaff(...roles);
    const passkey = await staff.addPasskey(member);
    const [row] = await rowsOf<{ credential_id: string; public_key: Buffer }>(
      'select credential_id, public_key from staff_passkey where staff_id = $1',
      member.id,
    );
    const stored = expectDefined(row, 'the passkey');
    approvers.push({ credentialId: stored.credential_id, publicKey: new Uint8Array(stored.public_key) });
    return { member, passkey };
  };
  const storePicture = async ({ caller }: Pick<Person, 'caller'>): Promise<string> =>
    (await testbed.media.store({ ownerId: caller.userId, bytes: PICTURE, purpose: 'voucher' })).id;
  type StaffSigner = { readonly member: TestStaff; readonly passkey: SoftPasskey };
  const sign = async ({ member, passkey }: StaffSigner, change: Record<string, unknown>) => {
    const what = { id: change.id, payload_hash: change.payload_hash };
    const started = await staff.send(member, staffRoutes.startSigning, what);
    const credential = passkey.get(String(started.data.options));
    return await staff.send(member, staffRoutes.signChange, { ...what, credential, reason: 'looked at it' });
  };

  return {
    ...testbed,
    chain,
    usdt,
    plan,
    signer,
    staff,
    rowsOf,
    unguarded,
    set,
    openSender,
    openWatch,
    openReconciler,
    openClaims,
    openCustody,
    newSigner,
    sign,
    /** Adds a user of level 1 with money, a trade password and a saved address whose waiting period is over. */
    newOwner: async (money = '5000'): Promise<Owner> => {
      const person = await testbed.newPerson();
      await testbed.giveTradePassword(person);
      const { userId } = person.caller;
      await root.query(`update user_account set verification = 1, country = 'TR' where id = $1`, [userId]);
      await testbed.fund(userId, 'wallet', 'USDT', money);
      const address = getAddress(`0x${randomBytes(20).toString('hex')}`);
      const payeeId = await addUsableAddress(testbed, userId, address);
      return { ...person, payeeId, address };
    },
    /** Asks for a withdrawal with everything proven. */
    ask: async ({ caller, ...person }: Owner, amount: string, more: object = {}, by = deps) => {
      const input = {
        currency: 'USDT',
        chain: CHAIN,
        address_id: person.payeeId,
        amount: BigInt(Math.round(Number(amount) * 1_000_000)) * 10n ** 12n,
        ...more,
      } as Parameters<typeof requestWithdrawal>[2]['input'];
      const challenge = await testbed.provenChallenge({ ...person, caller }, route, input);
      await root.query(`update step_up set proven = '{trade_password,code}' where id = $1`, [challenge]);
      return await requestWithdrawal(by, caller, { input: { ...input, challenge }, key: newKey() });
    },
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
    storePicture,
    /** Reports coins that did not appear, with a new picture unless it is given. */
    claim: async ({ caller }: Person, amount: string, more: object = {}, key = newKey()) => {
      const voucher = 'voucher' in more ? more.voucher : await storePicture({ caller });
      const input = { currency: 'USDT', chain: CHAIN, amount: parseDecimal(amount), ...more, voucher };
      return await claimDeposit(deps, caller, { input: input as never, key, body: JSON.stringify(more) });
    },
    /** Lets two people approve what they found for a claim; returns what the last of them was answered. */
    approveClaim: async (
      id: bigint,
      amount: string,
      [maker, checker]: readonly [StaffSigner, StaffSigner],
      more: object = {},
    ) => {
      const [row] = await rowsOf<{ user_id: string; currency: string }>(
        'select user_id::text, currency from deposit_claim where id = $1',
        id,
      );
      const { user_id, currency } = expectDefined(row, 'the claim');
      const payload = JSON.stringify({ amount, chain: CHAIN, claim_id: String(id), currency, user_id, ...more });
      const fields = { kind: 'deposit.approve', payload, reason: 'found on the chain' };
      const proposed = await staff.send(maker.member, staffRoutes.proposeChange, fields);
      await sign(maker, proposed.data);
      return await sign(checker, proposed.data);
    },
    refuse: (id: bigint, { member }: StaffSigner) =>
      staff.send(member, staffRoutes.refuseWithdrawal, { id, reason: 'nobody answers' }),
    walletOf: async ({ caller }: Person) => {
      const [row] = await rowsOf<{ available: string; frozen: string }>(
        `select trim_scale(available)::text as available, trim_scale(frozen)::text as frozen from ledger_account
          where owner = $1 and kind = 'wallet' and currency = 'USDT' and book = 'real'`,
        `user:${caller.userId}`,
      );
      return expectDefined(row, 'the wallet');
    },
    stateOf: async (id: bigint) =>
      (await rowsOf<{ state: string }>('select state from withdrawal where id = $1', id))[0]?.state,
    /** Returns what an address holds on the chain. */
    coinsOf: async (address: Hex) => await chain.balanceOf(usdt, address),
  };
}

export type Owner = Person & { readonly payeeId: bigint; readonly address: Hex };
