import { EXTERNAL_KINDS, FREEZING_KINDS, TRANSFER_KINDS, type TransferKind, USER_KINDS } from '@app/domain/ledger';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed } from '../../../test/testbed.ts';

type Right = { readonly transfer_kind: string; readonly account_kind: string; readonly change: string };

let rights: readonly Right[];

beforeAll(async () => {
  const audit = await (await openTestbed('app')).bare('audit');
  rights = (await audit.query<Right>('select distinct transfer_kind, account_kind, change from ledger_right')).rows;
});

const rightsOf = (kind: string) => rights.filter(({ transfer_kind }) => transfer_kind === kind);
const isOfUsers = ({ account_kind }: Right) => USER_KINDS.some((kind) => kind === account_kind);
const isOutside = ({ account_kind }: Right) => EXTERNAL_KINDS.some((kind) => kind === account_kind);
const KINDS = Object.keys(TRANSFER_KINDS) as TransferKind[];

/** Changes of a user's account that each flow may make. */
const CHANGES = {
  in: ['receive'],
  out: ['pay', 'pay_held'],
  either: ['receive', 'pay', 'pay_held'],
} as const;

describe('kinds of transfer', () => {
  it('are declared if some role may post them, and nothing else is declared', () => {
    expect([...new Set(rights.map(({ transfer_kind }) => transfer_kind))].sort()).toEqual([...KINDS].sort());
  });

  it('declare exactly the accounts in which some role may freeze money by them', () => {
    const holds = rights.filter(({ change }) => change === 'hold');
    const allowed = holds.map(({ transfer_kind, account_kind }) => `${transfer_kind} ${account_kind}`);
    const declared = FREEZING_KINDS.flatMap(({ transfer, accounts }) => accounts.map((it) => `${transfer} ${it}`));
    expect(declared.sort()).toEqual(allowed.sort());
  });

  it.each(KINDS)('given %s moves users’ money across the border, then it is a flow of that direction', (kind) => {
    const { flow } = TRANSFER_KINDS[kind];
    const ofUsers = rightsOf(kind).filter(isOfUsers);
    const crosses = ofUsers.length > 0 && rightsOf(kind).some(isOutside);
    if (flow === 'none') return expect(crosses).toBe(false);
    expect(ofUsers.length).toBeGreaterThan(0);
    for (const { change } of ofUsers) expect(CHANGES[flow]).toContain(change);
  });
});
