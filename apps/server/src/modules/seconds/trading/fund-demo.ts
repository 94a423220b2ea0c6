import { type AccountName, externalAccount } from '@app/domain/ledger';
import { postDemoFunding } from '@app/domain/seconds';
import { add, subtract, ZERO } from '@app/money';
import type { Input, Outcome } from '../../../engine/product.ts';
import { CURRENCY, type DecisionContext, missingOf, platformAccounts } from './bets.ts';
import type { FundCommand } from './commands.ts';
import { RowsOfCommand } from './rows-of-command.ts';
import type { SecondsRows, SecondsState } from './seconds-state.ts';

const FUNDED_EVERY_MS = 10_000;

/** Returns whether it is time to look at the demo platform's funds. Real money is the operator's to pay in. */
export function isFundingDue(state: SecondsState, nowMs: number): boolean {
  if (state.mode !== 'demo' || nowMs - state.fundedMs < FUNDED_EVERY_MS) return false;
  state.fundedMs = nowMs;
  return true;
}

export const demoSource = externalAccount('demo-house', CURRENCY);

export const fundAccounts = (state: SecondsState): readonly AccountName[] => [
  ...Object.values(platformAccounts(state)),
  demoSource,
];

/** Fills up the demo platform's capital, once capital and result together are less than half of what they should be. */
export function fundDemo(
  state: SecondsState,
  { id }: Input<FundCommand>,
  { balances, facts }: DecisionContext,
): Outcome<SecondsRows> {
  const missingAccounts = missingOf(balances, fundAccounts(state));
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const { capital, result } = platformAccounts(state);
  const funds = add(balances.of(capital)?.available ?? ZERO, balances.of(result)?.available ?? ZERO);
  const rows = new RowsOfCommand();
  if (funds * 2n < facts.demoFunding)
    rows.post(postDemoFunding(String(id), CURRENCY, subtract(facts.demoFunding, funds)));
  return rows.done(null, null);
}
