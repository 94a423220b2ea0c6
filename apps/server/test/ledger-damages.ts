/** What a superuser with the triggers off does to the ledger, how it is mended, and what the auditor must say of it. */
export type LedgerDamage = {
  readonly name: string;
  readonly breaks: string;
  readonly mends: string;
  readonly finds: readonly RegExp[];
};

/** Each user's account on the exchange holds a hundred, and only one damage touches it. */
export const DAMAGED_USERS = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22];

const exchangeOf = (...users: readonly number[]) =>
  `owner in (${users.map((user) => `'user:${user}'`).join(', ')}) and kind = 'exchange'`;
const wrongSum = (user: number) => new RegExp(`^A3: account \\d+ \\(user:${user} exchange\\) shows`);
const UNBALANCED = /^A2: USDT in the real book sums to/;

const BALANCES: readonly LedgerDamage[] = [
  {
    name: 'drift that cancels out between two accounts',
    breaks: `update ledger_account set available = available + case owner when 'user:11' then 1 else -1 end where ${exchangeOf(11, 12)}`,
    mends: `update ledger_account set available = available - case owner when 'user:11' then 1 else -1 end where ${exchangeOf(11, 12)}`,
    finds: [wrongSum(11), wrongSum(12)],
  },
  {
    name: 'a balance below its floor',
    breaks: `alter table ledger_account drop constraint available_stays_above_its_floor;
      update ledger_account set available = -1 where ${exchangeOf(18)}`,
    mends: `update ledger_account set available = 100 where ${exchangeOf(18)};
      alter table ledger_account add constraint available_stays_above_its_floor check (floor is null or available >= floor)`,
    finds: [UNBALANCED, wrongSum(18), /^A4: account \d+ \(user:18 exchange\) is at -1/],
  },
  {
    name: 'a missing account',
    breaks: `create table lost as select * from ledger_account where ${exchangeOf(19)};
      delete from ledger_account where id in (select id from lost)`,
    mends: 'insert into ledger_account overriding system value select * from lost',
    finds: [UNBALANCED, /^A3: account \d+ \(gone \) shows/],
  },
];

type NextId = () => bigint;

const transferOf = (id: bigint, kind: string, mode: string, ref = kind) =>
  `insert into ledger_transfer (id, kind, ref, book, digest)
     values (${id}, '${kind}', '${ref}', '${mode}', '\\x00112233445566778899aabbccddeeff')`;
const withoutTransfer = (kind: string, ref = kind) => `
  delete from ledger_entry where transfer in (select id from ledger_transfer where kind = '${kind}' and ref = '${ref}');
  delete from ledger_transfer where kind = '${kind}' and ref = '${ref}'`;

function badTransfers(nextId: NextId): readonly LedgerDamage[] {
  const bad = (
    kind: string,
    mode: string,
    currency: string,
    entries: readonly (readonly [user: number, delta: number])[],
  ) => {
    const id = nextId();
    const posted = entries.map(
      ([user, delta]) =>
        `insert into ledger_entry select ${id}, id, '${currency}', ${delta}, 0 from ledger_account where ${exchangeOf(user)}`,
    );
    return { breaks: [transferOf(id, kind, mode), ...posted].join(';'), mends: withoutTransfer(kind) };
  };
  return [
    {
      name: 'a transfer without entries',
      ...bad('empty', 'real', 'USDT', []),
      finds: [/^A1: transfer \d+ \(empty empty\) has no entries/],
    },
    {
      name: 'a transfer that does not net to zero',
      ...bad('one_sided', 'real', 'USDT', [[13, 1]]),
      finds: [/^A1: transfer \d+ moves 1\S* USDT out of nothing/, /^A15: .* by one_sided in real/, wrongSum(13)],
    },
    {
      name: 'a transfer in another currency than its accounts',
      ...bad('other_currency', 'real', 'BTC', [
        [14, 1],
        [15, -1],
      ]),
      finds: [
        /^A5: transfer \d+ books BTC of book real on account \d+, which is USDT of book real/,
        /^A15: .* by other_currency in real/,
        wrongSum(14),
        wrongSum(15),
      ],
    },
    {
      name: 'a transfer in another mode than its accounts',
      ...bad('other_mode', 'demo', 'USDT', [
        [16, 1],
        [17, -1],
      ]),
      finds: [
        /^A13: transfer \d+ books USDT of book demo on account \d+, which is USDT of book real/,
        /^A15: .* by other_mode in demo/,
        wrongSum(16),
        wrongSum(17),
      ],
    },
    {
      name: 'a user’s own transfer that reaches another owner',
      breaks: `update ledger_transfer set kind = 'wallet.change' where kind = 'spot.fill' and ref = 'between users'`,
      mends: `update ledger_transfer set kind = 'spot.fill' where kind = 'wallet.change' and ref = 'between users'`,
      finds: [
        /^A15: transfer \d+ \(wallet\.change\) moves money between users/,
        /^A8: ledger_transfer had [1-9]\d* rows updated/,
      ],
    },
  ];
}

const GUARDS: readonly LedgerDamage[] = [
  {
    name: 'rewritten history',
    breaks: 'update ledger_entry set available_delta = available_delta where true',
    mends: `select 'only its count is left'`,
    finds: [/^A8: ledger_entry\S* had [1-9]\d* rows updated/],
  },
  {
    name: 'a disabled trigger',
    breaks: 'alter table ledger_entry disable trigger ledger_apply',
    mends: 'alter table ledger_entry enable trigger ledger_apply',
    finds: [/^A8: the trigger ledger_apply of ledger_entry\S* is off/],
  },
  {
    name: 'a right to change history',
    breaks: 'grant update on ledger_entry to admin',
    mends: 'revoke update on ledger_entry from admin',
    finds: [/^A8: role admin may UPDATE ledger_entry$/, /^A8: role admin may write ledger_entry$/],
  },
  {
    name: 'a missing unique index',
    breaks: 'alter table ledger_transfer drop constraint ledger_transfer_kind_ref_key',
    mends: 'alter table ledger_transfer add unique (kind, ref)',
    finds: [/^A6: the unique index on \(kind, ref\) is missing or invalid/],
  },
  {
    name: 'another rule of who may post what',
    breaks: `insert into ledger_right values ('app', 'wallet.change', 'real', 'external', 'pay', true)`,
    mends: `delete from ledger_right where role = 'app' and account_kind = 'external' and book = 'real'`,
    finds: [/^A8: ledger_right is not the one this version knows/],
  },
  {
    name: 'a weakened function',
    breaks: changeFunction('if found', 'if false'),
    mends: changeFunction('if false', 'if found'),
    finds: [/^A8: ledger_open is not the one this version knows/],
  },
  ...(
    [
      ['external_payment', 'insert', 'app'],
      ['ledger_right', 'update', 'worker'],
      ['ledger_entry', 'insert', 'feed'],
    ] as const
  ).map(([table, right, role]) => ({
    name: `a right of ${role} to write ${table}`,
    breaks: `grant ${right} on ${table} to ${role}`,
    mends: `revoke ${right} on ${table} from ${role}`,
    finds: [new RegExp(`^A8: role ${role} may write ${table}$`)],
  })),
];

function changeFunction(from: string, to: string): string {
  const body = `pg_get_functiondef('ledger_open(text[],text[],text[],text[])'::regprocedure)`;
  return `do $do$ begin execute replace(${body}, '${from}', '${to}'); end $do$`;
}

/** Money that is created in balance: an account outside pays it, and a user gets it. */
function creations(nextId: NextId): readonly LedgerDamage[] {
  const create = (kind: string, mode: string, ref: string) => {
    const to = kind === 'deposit' ? 'wallet' : 'exchange';
    const id = nextId();
    const move = (sign: string) => `
      update ledger_account set available = available ${sign} case kind when 'external' then -1000000000 else 1000000000 end
       where book = '${mode}' and currency = 'USDT' and (owner = 'world:mint' or owner = 'user:22' and kind = '${to}')`;
    return {
      breaks: `
        insert into ledger_account (owner, kind, currency, book, floored, floor)
        values ('world:mint', 'external', 'USDT', '${mode}', false, null), ('user:22', '${to}', 'USDT', '${mode}', true, 0)
        on conflict do nothing;
        ${transferOf(id, kind, mode, ref)};
        insert into ledger_entry
        select ${id}, id, 'USDT', case kind when 'external' then -1000000000 else 1000000000 end, 0 from ledger_account
         where book = '${mode}' and currency = 'USDT' and (owner = 'world:mint' or owner = 'user:22' and kind = '${to}');
        ${move('+')}`,
      mends: `${withoutTransfer(kind, ref)}; ${move('-')}`,
    };
  };
  return [
    {
      name: 'money of a kind nobody may post',
      ...create('mint', 'real', 'mint:1'),
      finds: [
        /^A15: .* receive of exchange by mint in real/,
        /^A15: .* of external by mint in real/,
        /^A15: transfer \d+ \(mint mint:1\) brings in 1000000000\S* USDT, and nothing is recorded/,
      ],
    },
    {
      name: 'a deposit without its record',
      ...create('deposit', 'real', 'd-1'),
      finds: [/^A15: transfer \d+ \(deposit d-1\) brings in 1000000000\S* USDT, and nothing is recorded/],
    },
    {
      name: 'capital for a user',
      ...create('capital.paid_in', 'real', 'c-1'),
      finds: [
        /^A15: .* receive of exchange by capital\.paid_in in real/,
        /^A15: transfer \d+ \(capital\.paid_in c-1\) brings in 1000000000\S* USDT, and nothing is recorded/,
      ],
    },
    {
      name: 'a grant of demo money in real mode',
      ...create('demo.grant', 'real', 'demo:1:1'),
      finds: [
        /^A15: .* receive of exchange by demo\.grant in real/,
        /^A15: .* of external by demo\.grant in real/,
        /^A15: transfer \d+ \(demo\.grant demo:1:1\) brings in 1000000000\S* USDT, and nothing is recorded/,
      ],
    },
    {
      name: 'a grant of demo money to an exchange account',
      ...create('demo.grant', 'demo', 'demo:2:1'),
      finds: [/^A15: .* receive of exchange by demo\.grant in demo/],
    },
  ];
}

/** Of deposits of 7 and of 8. */
const PAYMENTS: readonly LedgerDamage[] = [
  {
    name: 'a deposit of another amount than recorded',
    breaks: 'update external_payment set amount = 70, xid = pg_current_xact_id() where amount = 7',
    mends: 'update external_payment set amount = 7 where amount = 70',
    finds: [
      /^A15: .* brings in 7\S* USDT, and 70\S* USDT is recorded/,
      /^A8: external_payment had [1-9]\d* rows updated/,
    ],
  },
  {
    name: 'a deposit of another currency than recorded',
    breaks: `update external_payment set currency = 'BTC', xid = pg_current_xact_id() where amount = 8`,
    mends: `update external_payment set currency = 'USDT' where amount = 8`,
    finds: [/^A15: .* brings in 8\S* USDT, and 8\S* BTC is recorded/],
  },
  {
    name: 'a record without its transfer',
    breaks: `insert into external_payment (kind, ref, currency, amount, reason, recorded_by)
             values ('withdrawal', 'w-1', 'USDT', -5, 'none', 'custody')`,
    mends: `delete from external_payment where ref = 'w-1'`,
    finds: [/^A15: withdrawal w-1 of -5\S* USDT is recorded, and nothing was posted/],
  },
];

/** Damages that do not touch each other, to be found by one audit. */
export const damagesOf = (nextId: NextId): readonly LedgerDamage[] => [
  ...BALANCES,
  ...badTransfers(nextId),
  ...GUARDS,
  ...creations(nextId),
  ...PAYMENTS,
];
