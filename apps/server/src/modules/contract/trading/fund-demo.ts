import { postDemoFunding } from '@app/domain/contract';
import { type AccountName, externalAccount } from '@app/domain/ledger';
import { type Amount, max, subtract, ZERO } from '@app/money';
import type { Input, Outcome } from '../../../engine/product.ts';
import type { FundCommand } from './commands.ts';
import type { ContractRows, ContractState } from './contract-state.ts';
import { CURRENCY, type DecisionContext, missingOf, platformAccounts } from './deals.ts';
import { RowsOfCommand } from './rows-of-command.ts';

const FUNDED_EVERY_MS = 10_000;

/** Returns whether it is time to look at the demo platform's funds. Real money is the operator's to pay in. */
export function isFundingDue(state: ContractState, nowMs: number): boolean {
  if (state.mode !== 'demo' || nowMs - state.fundedMs < FUNDED_EVERY_MS) return false;
  state.fundedMs = nowMs;
  return true;
}

export const fundAccounts = (state: ContractState): readonly AccountName[] => {
  const { capital, insurance } = platformAccounts(state);
  return [capital, insurance, demoSource];
};

const demoSource = externalAccount('demo-house', CURRENCY);

/** Fills up the demo platform's capital and insurance fund, once less than half is left. */
export function fundDemo(
  state: ContractState,
  { id }: Input<FundCommand>,
  { balances, facts }: DecisionContext,
): Outcome<ContractRows> {
  const missingAccounts = missingOf(balances, fundAccounts(state));
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const { capital, insurance } = platformAccounts(state);
  const lacking = (account: AccountName, target: Amount): Amount => {
    const available = balances.of(account)?.available ?? ZERO;
    return available * 2n < target ? max(subtract(target, available), ZERO) : ZERO;
  };
  const funds = {
    capital: lacking(capital, facts.demoFunding),
    insurance: lacking(insurance, (facts.demoFunding / 10n) as Amount), // tidy: not money
  };
  const rows = new RowsOfCommand(balances);
  if (funds.capital > ZERO || funds.insurance > ZERO) rows.post(postDemoFunding(String(id), CURRENCY, funds));
  return rows.done(null, null);
}
