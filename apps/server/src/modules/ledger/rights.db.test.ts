import { createHash } from 'node:crypto';
import {
  type AccountKind,
  DEAL_KINDS,
  EXTERNAL_KINDS,
  HOUSE_KINDS,
  MODES,
  type Mode,
  USER_KINDS,
} from '@app/domain/ledger';
import type { Role } from '@app/testkit';
import type pg from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';

/** What a role may do to each kind of account by one kind of transfer. Written by hand, not read from the database. */
type Rights = {
  readonly modes: readonly Mode[];
  readonly pay?: readonly AccountKind[];
  readonly payHeld?: readonly AccountKind[];
  readonly receive?: readonly AccountKind[];
  readonly hold?: readonly AccountKind[];
  readonly release?: readonly AccountKind[];
  /** All entries on users' accounts belong to one user. */
  readonly isOfOneUser?: true;
};

const OWN = ['wallet', 'exchange', 'contract', 'seconds', 'fiat', 'financial', 'copy'] as const;
const RESERVES = ['capital', 'insurance', 'house_ladder', 'inventory'] as const;
const CONVERTED = ['wallet', 'exchange', 'inventory'] as const;

/** A liquidation also pays a fee into the insurance fund. */
const CONTRACT_END = {
  modes: ['real', 'demo'],
  release: ['contract'],
  pay: ['contract', 'house_pnl', 'fee_income', 'insurance', 'capital'],
  receive: ['contract', 'house_pnl', 'fee_income'],
} as const satisfies Rights;

const ALLOWED: Partial<Record<Role, Readonly<Record<string, Rights>>>> = {
  app: {
    'wallet.change': { modes: ['real', 'demo'], pay: OWN, receive: OWN, isOfOneUser: true },
    convert: { modes: ['real', 'demo'], pay: CONVERTED, receive: CONVERTED, isOfOneUser: true },
    'convert.funding': { modes: ['demo'], pay: ['external', 'inventory'], receive: ['external', 'inventory'] },
    'withdrawal.hold': { modes: ['real'], hold: ['wallet'], isOfOneUser: true },
    'payout.hold': { modes: ['real'], hold: ['wallet'], isOfOneUser: true },
    'demo.grant': { modes: ['demo'], pay: ['external'], receive: ['wallet'] },
    'demo.sweep': { modes: ['demo'], pay: [...OWN, 'bonus'], receive: ['external'] },
  },
  engine: {
    'spot.hold': { modes: ['real', 'demo'], hold: ['exchange'] },
    'spot.release': { modes: ['real', 'demo'], release: ['exchange'] },
    'spot.fill': {
      modes: ['real', 'demo'],
      pay: ['exchange', 'house_ladder'],
      payHeld: ['exchange'],
      receive: ['exchange', 'house_ladder', 'fee_income'],
    },
    'spot.ladder.funding': {
      modes: ['demo'],
      pay: ['external', 'house_ladder'],
      receive: ['external', 'house_ladder'],
    },
    'contract.hold': { modes: ['real', 'demo'], hold: ['contract'] },
    'contract.release': { modes: ['real', 'demo'], release: ['contract'] },
    'contract.open': {
      modes: ['real', 'demo'],
      hold: ['contract'],
      release: ['contract'],
      pay: ['contract'],
      receive: ['fee_income'],
    },
    'contract.margin_added': { modes: ['real', 'demo'], hold: ['contract'] },
    'contract.margin_removed': { modes: ['real', 'demo'], release: ['contract'] },
    'contract.overnight': { modes: ['real', 'demo'], payHeld: ['contract'], receive: ['fee_income'] },
    'contract.close': CONTRACT_END,
    'contract.liquidation': { ...CONTRACT_END, receive: [...CONTRACT_END.receive, 'insurance'] },
    'contract.delivery': CONTRACT_END,
    'contract.funding': { modes: ['demo'], pay: ['external'], receive: ['capital', 'insurance'] },
    'seconds.hold': { modes: ['real', 'demo'], hold: ['seconds'] },
    'seconds.refund': { modes: ['real', 'demo'], release: ['seconds'] },
    'seconds.settle': {
      modes: ['real', 'demo'],
      release: ['seconds'],
      pay: ['house_pnl'],
      payHeld: ['seconds'],
      receive: ['seconds', 'house_pnl'],
    },
    'seconds.funding': { modes: ['demo'], pay: ['external'], receive: ['capital'] },
  },
  custody: {
    deposit: { modes: ['real'], pay: ['external'], receive: ['wallet'] },
    'deposit.claim': { modes: ['real'], pay: ['external'], receive: ['wallet'] },
    'deposit.reversal': { modes: ['real'], pay: ['wallet', 'capital'], receive: ['external'] },
    'withdrawal.return': { modes: ['real'], release: ['wallet'], isOfOneUser: true },
    withdrawal: { modes: ['real'], payHeld: ['wallet'], receive: ['external', 'fee_income'] },
    'payout.return': { modes: ['real'], release: ['wallet'], isOfOneUser: true },
    payout: { modes: ['real'], payHeld: ['wallet'], receive: ['external', 'fee_income'] },
  },
  migrate: {
    'capital.paid_in': { modes: ['real'], pay: ['external'], receive: RESERVES },
    'capital.paid_out': { modes: ['real'], pay: RESERVES, receive: ['external'] },
  },
};

const ROLES = ['migrate', 'app', 'gateway', 'admin', 'engine', 'worker', 'feed', 'custody', 'audit'] as const;
const TRANSFER_KINDS = [...new Set(Object.values(ALLOWED).flatMap((kinds) => Object.keys(kinds))), 'invented'];
const ACCOUNT_KINDS = [...USER_KINDS, ...DEAL_KINDS, ...HOUSE_KINDS, ...EXTERNAL_KINDS] as const;
/** Attempts of each family beside the worst and the allowed ones. The seed picks them; a full run makes more. */
const SAMPLE = inject('isLong') ? 60 : 8;
/** One in so many of the near attempts: those that would be allowed but for one of their sides. The seed picks them. */
const NEAR_ONE_IN = inject('isLong') ? 1 : 4;

/** Owners of each kind of account; every kind is open once for each of its two owners, in both modes. */
const ownersOf = (kind: AccountKind): readonly [string, string] => {
  if (USER_KINDS.some((it) => it === kind)) return ['user:1', 'user:2'];
  if (DEAL_KINDS.some((it) => it === kind)) return ['deal:1', 'deal:2'];
  return kind === 'external' ? ['world:1', 'world:2'] : ['house:1', 'house:2'];
};

type Change = 'pay' | 'payHeld' | 'receive' | 'receiveHeld' | 'hold' | 'release';
const DELTAS: Readonly<Record<Change, readonly [available: number, frozen: number]>> = {
  pay: [-1, 0],
  payHeld: [0, -1],
  receive: [1, 0],
  receiveHeld: [0, 1],
  hold: [-1, 1],
  release: [1, -1],
};
type Side = { readonly owner: string; readonly kind: AccountKind; readonly change: Change };
/** Entries of one transfer: a payment from one account to another, or a hold or release within one. */
type Attempt = readonly Side[];

const side = (kind: AccountKind, change: Change, owner: 0 | 1 = 0): Side => ({
  owner: ownersOf(kind)[owner],
  kind,
  change,
});

/** Every payment between two kinds of account, within one owner and between two, from available and from held money. */
const PAYMENTS: readonly Attempt[] = ACCOUNT_KINDS.flatMap((from) =>
  ACCOUNT_KINDS.flatMap((to): Attempt[] => [
    [side(from, 'pay'), side(to, 'receive', 1)],
    ...(from === to ? [] : [[side(from, 'pay'), side(to, 'receive')]]),
  ]),
);
/** Payments from and to held money, holds and releases, of every kind of account. */
const OTHERS: readonly Attempt[] = ACCOUNT_KINDS.flatMap((kind): Attempt[] => [
  [side(kind, 'payHeld'), side('exchange', 'receive', 1)],
  [side('exchange', 'pay'), side(kind, 'receiveHeld', 1)],
  [side(kind, 'hold')],
  [side(kind, 'release')],
]);

const rightsOf = (role: Role, kind: string, mode: Mode): Rights | undefined => {
  const rights = ALLOWED[role]?.[kind];
  return rights?.modes.includes(mode) ? rights : undefined;
};

const isAllowed = (rights: Rights | undefined, attempt: Attempt): boolean =>
  rights !== undefined &&
  attempt.every(({ kind, change }) => change !== 'receiveHeld' && rights[change]?.includes(kind) === true) &&
  (rights.isOfOneUser !== true || usersOf(attempt).size <= 1);

const usersOf = (attempt: Attempt) =>
  new Set(attempt.map(({ owner }) => owner).filter((owner) => owner.startsWith('user:')));

/**
 * Returns the attempts of one family: the worst ones, every allowed one, some of those of which the role may make one
 * side, and a sample of the others.
 */
function attemptsOf(rights: Rights | undefined, family: string): readonly Attempt[] {
  const all = [...PAYMENTS, ...OTHERS];
  const worst = (['wallet', 'exchange', 'house_ladder', 'capital'] as const).map(
    (to): Attempt => [side('external', 'pay'), side(to, 'receive')],
  );
  const start = createHash('sha256')
    .update(`${inject('seed')} ${family}`)
    .digest()
    .readUInt32LE();
  const sample = Array.from({ length: SAMPLE }, (_, n) => all[(start + n * 13) % all.length] as Attempt);
  const allowed = all.filter((attempt) => isAllowed(rights, attempt));
  const near = all.filter((attempt) => !allowed.includes(attempt) && attempt.some((it) => isAllowed(rights, [it])));
  return [...worst, ...sample, ...allowed, ...near.filter((_, n) => n % NEAR_ONE_IN === start % NEAR_ONE_IN)];
}

/** Tries each transfer in a savepoint of its own and takes it back; returns the SQLSTATE of each, or `accepted`. */
const TRY_ALL = `
  create function pg_temp.try_all(kind text, mode text, attempts jsonb) returns text[] language plpgsql as $$
  declare attempt jsonb; outcome text; outcomes text[] := '{}'; tried bigint;
  begin
    for attempt in select * from jsonb_array_elements(attempts) loop
      begin
        insert into ledger_transfer (id, kind, ref, book, digest)
          values (id_floor(clock_timestamp()), kind, 'an attempt', mode, '\\x00112233445566778899aabbccddeeff')
          returning id into tried;
        insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
          select tried, s.account, 'USDT', s.available, s.frozen
            from jsonb_to_recordset(attempt) as s (account bigint, available numeric, frozen numeric);
        raise exception 'accepted' using errcode = 'OK000';
      exception when others then
        outcome := sqlstate;
      end;
      outcomes := outcomes || case outcome when 'OK000' then 'accepted' else outcome end;
    end loop;
    return outcomes;
  end $$`;

let testbed: Testbed;
const ids = new Map<string, string>();
const nameOf = (owner: string, kind: string, mode: string) => `${owner} ${kind} ${mode}`;

beforeAll(async () => {
  testbed = await openTestbed('app');
  const root = await testbed.bare('postgres');
  for (const kind of ACCOUNT_KINDS)
    await root.query(
      `insert into ledger_account (owner, kind, currency, book, floored, floor, available, frozen)
       select owner, $1, 'USDT', mode, k.floored, case when k.floored then 0 end, 1000, 1000
         from unnest($2::text[]) as owner, unnest($3::text[]) as mode, ledger_account_kind k where k.kind = $1`,
      [kind, ownersOf(kind), MODES],
    );
  const { rows } = await root.query(`select id, owner, kind, book from ledger_account`);
  for (const { id, owner, kind, book } of rows) ids.set(nameOf(owner, kind, book), id);
});

/** Opens a connection as an attacker would have it: roles that only read can lift that default themselves. */
async function connectAs(role: Role): Promise<pg.Client> {
  const client = await testbed.bare(role);
  await client.query(`set default_transaction_read_only = off`);
  return client;
}

const describeAttempt = (attempt: Attempt) =>
  attempt.map(({ owner, kind, change }) => `${owner} ${kind} ${change}`).join(', ');
/** Roles that may not even insert; the others are refused by the rights. */
const refusalOf = (role: Role) => (ALLOWED[role] === undefined ? '42501' : 'LG005');

describe('the rights of every role', () => {
  it.each(ROLES)(
    'given role %s, when it tries every kind of transfer in both modes, then exactly the allowed ones succeed',
    async (role) => {
      const client = await connectAs(role);
      await client.query(TRY_ALL);
      let accepted = 0;
      for (const kind of TRANSFER_KINDS)
        for (const mode of MODES) {
          const rights = rightsOf(role, kind, mode);
          const attempts = attemptsOf(rights, `${role} ${kind} ${mode}`);
          expect(attempts.length).toBeGreaterThan(SAMPLE);
          const rowOf = ({ owner, kind: account, change }: Side) => ({
            account: ids.get(nameOf(owner, account, mode)),
            available: DELTAS[change][0],
            frozen: DELTAS[change][1],
          });
          const { rows } = await client.query<{ outcomes: string[] }>(
            `select pg_temp.try_all($1, $2, $3) as outcomes`,
            [kind, mode, JSON.stringify(attempts.map((attempt) => attempt.map(rowOf)))],
          );
          const expected = attempts.map((it) => (isAllowed(rights, it) ? 'accepted' : refusalOf(role)));
          const wrong = attempts.flatMap((attempt, n) =>
            rows[0]?.outcomes[n] === expected[n]
              ? []
              : [`${kind} in ${mode}: ${describeAttempt(attempt)}: ${rows[0]?.outcomes[n]}, not ${expected[n]}`],
          );
          expect(wrong).toEqual([]);
          accepted += expected.filter((it) => it === 'accepted').length;
        }
      expect(accepted > 0).toBe(ALLOWED[role] !== undefined);
    },
  );

  it.each(ROLES)(
    'given role %s, when it opens every kind of account, then it succeeds for those it may change',
    async (role) => {
      const client = await connectAs(role);
      const outcomes = new Map<string, string>();
      const expected = new Map<string, string>();
      for (const mode of MODES)
        for (const kind of ACCOUNT_KINDS) {
          const owner = ownersOf(kind)[0];
          await client.query('begin');
          const outcome = await client
            .query(`select ledger_open(array[$1], array[$2], array['BTC'], array[$3])`, [owner, kind, mode])
            .then(() => 'accepted')
            .catch((error: { code?: string }) => error.code ?? 'no code');
          await client.query('rollback');
          const kinds = Object.values(ALLOWED[role] ?? {}).filter(({ modes }) => modes.includes(mode));
          const isTouched = kinds.some(({ pay = [], payHeld = [], receive = [], hold = [], release = [] }) =>
            [...pay, ...payHeld, ...receive, ...hold, ...release].includes(kind),
          );
          outcomes.set(`${kind} in ${mode}`, outcome);
          expected.set(`${kind} in ${mode}`, isTouched ? 'accepted' : refusalOf(role));
        }
      expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(expected));
    },
  );

  it('given role app, when it opens an external account in real mode and credits a user with a billion, then both are refused', async () => {
    const app = await testbed.bare('app');
    const refusal = (work: Promise<unknown>) =>
      work.then(
        () => 'accepted',
        ({ code, message }: { code?: string; message?: string }) => `${code} ${message}`,
      );
    const open = `select ledger_open(array['world:probe'], array['external'], array['USDT'], array['real'])`;
    expect(await refusal(app.query(open))).toBe('LG005 role app may not open accounts of external in real');
    await app.query('begin');
    await app.query(
      `insert into ledger_transfer (id, kind, ref, book, digest)
       values (id_floor(now()), 'deposit', 'mint', 'real', '\\x00112233445566778899aabbccddeeff')`,
    );
    const credit = app.query(
      `insert into ledger_entry select id_floor(now()), id, 'USDT', case kind when 'external' then -1000000000 else 1000000000 end, 0
         from ledger_account where book = 'real' and (owner, kind) in (('world:1', 'external'), ('user:1', 'wallet'))`,
    );
    expect(await refusal(credit)).toMatch(/^LG005 role app may not post: pay of external by deposit in real/);
    await app.query('rollback');
  });
});
